"""Structs other than states are frozen, and structs made in great numbers are cheap."""

from importlib import import_module
from inspect import getmembers
from pkgutil import walk_packages
from typing import Any

import pytest

import darwin_core
from darwin_core.contract import registry
from darwin_core.contract.game import Action, Event, Options, State
from darwin_core.contract.tables import Row

ENGINE = ("contract.chooser", "contract.game", "contract.tables", "match", "table")
PARTS = [*ENGINE, *(f"games.{slug}" for slug in registry.SLUGS)]

pytestmark = pytest.mark.parametrize("part", PARTS)


def structs(part: str) -> set[Any]:
    """Return the structs that a module, or any module of a game, defines."""
    module = import_module(f"{darwin_core.__name__}.{part}")
    modules = [module]
    for module_info in walk_packages(getattr(module, "__path__", []), f"{module.__name__}."):
        modules.append(import_module(module_info.name))
    return {
        member
        for module in modules
        for _, member in getmembers(module, lambda member: hasattr(member, "__struct_config__"))
        if isinstance(member, type) and member.__module__ == module.__name__
    }


def test_only_a_state_can_be_changed(part):
    for kind in structs(part):
        if not kind.__name__.startswith("_"):
            assert kind.__struct_config__.frozen != issubclass(kind, State), kind


def test_states_actions_events_and_effects_do_not_burden_the_garbage_collector(part):
    for kind in structs(part):
        is_effect = "Effect" in [base.__name__ for base in kind.__mro__]
        if is_effect or issubclass(kind, State | Action | Event):
            assert not kind.__struct_config__.gc, kind


def test_actions_remember_their_hash(part):
    for kind in structs(part):
        if issubclass(kind, Action):
            assert kind.__struct_config__.cache_hash, kind


def test_a_field_that_nobody_knows_is_an_error_in_tables_and_options(part):
    for kind in structs(part):
        if issubclass(kind, Row | Options) or kind.__name__ == "Tables":
            assert kind.__struct_config__.forbid_unknown_fields, kind
