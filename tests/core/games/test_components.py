"""The component tables of all games say where each of their figures is from."""

from importlib import import_module

import msgspec
import pytest

from darwin_core.contract import registry


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_row_without_its_source_is_refused(slug):
    tables = import_module(f"{registry.get(slug).package}.material").TABLES
    for name, (first, *_) in msgspec.to_builtins(tables).items():
        del first["source"]
        with pytest.raises(msgspec.ValidationError, match="source"):
            msgspec.convert(first, type(getattr(tables, name)[0]))
    with pytest.raises(msgspec.ValidationError, match="required field"):
        msgspec.convert({}, type(tables))
