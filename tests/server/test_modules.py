"""The docstring of the server's package names all its modules, and nothing else."""

import re
from pathlib import Path

from darwin_tui import server


def test_each_module_is_named_once_and_each_name_is_a_module():
    assert server.__doc__
    folder = Path(server.__file__).parent
    modules = {
        path.parent.name if path.stem == "__init__" else path.stem
        for path in (*folder.glob("*.py"), *folder.glob("*/__init__.py"))
    }
    named = re.findall(r"``(\w+)``", server.__doc__)
    assert sorted(named) == sorted({*modules} - {"server"})
