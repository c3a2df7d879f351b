"""A stylesheet whose rules are parsed, and matched to widgets, once for all apps of a process."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_SOURCES_MAX: Final = 1024
_THEMES_MAX: Final = 16
_SETS_MAX: Final = 64
_KINDS_MAX: Final = 1024
_PLACES_MAX: Final = 4096
_OF_COMPONENTS: Final = ("focus", "hover", "disabled", "can-focus", "dark", "nocolor", "ansi")
_WITH_EFFECTS: Final = ("display", "overflow_x", "overflow_y")
"""Rules that change more than a new widget's style when they are set."""

_Element = tuple[object, ...]


class _Kind(NamedTuple):
    """The facts about the rules that may apply to nodes of one type, identifier and classes."""

    is_shared: bool
    """The rules that apply depend on nothing but the signatures of a node and those above it."""
    pseudo_classes: tuple[str, ...]
    has_hover: bool


class _Rules:
    """The rules of a set of sources in one theme, and those that were found to apply."""

    def __init__(self, rules: list[RuleSet], by_name: dict[str, list[RuleSet]]) -> None:
        self.rules = rules
        self.by_name = by_name
        self.kinds: LRUCache[_Element, _Kind] = LRUCache(_KINDS_MAX)
        self.applied: LRUCache[tuple[_Element, ...], RulesMap] = LRUCache(_PLACES_MAX)

    def kind(self, node: DOMNode) -> _Kind:
        """Return the kind of a node."""
        key = (type(node), node._id, node.classes)
        kind = self.kinds.get(key)
        if kind is None:
            kind = self.kinds[key] = self._kind(node)
        return kind

    def _kind(self, node: DOMNode) -> _Kind:
        names = self.by_name.keys() & node._selector_names
        used: set[str] = set()
        for name in names:
            used.update(*(rule.pseudo_classes for rule in self.by_name[name]))
        is_shared = used.isdisjoint(Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE)
        return _Kind(is_shared, tuple(sorted(used)), "hover" in used)


class _Components(dict[str, RenderStyles]):
    """The styles of a widget's component classes, each made when it is first asked for."""

    def __init__(
        self, widget: DOMNode, names: frozenset[str], apply: Callable[[DOMNode], None]
    ) -> None:
        super().__init__()
        self.place: object = None
        self._widget = widget
        self._names = names
        self._apply = apply

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __missing__(self, name: str) -> RenderStyles:
        if name not in self._names:
            raise KeyError(name)
        node = DOMNode(classes=name)
        node._attach(self._widget)
        self._apply(node)
        self[name] = node.styles
        return node.styles


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares its parsed rules, and what applies where, with all others that have
    the same sources and colours."""

    _parsed: Final[LRUCache[tuple[tuple[str, str], ...], "LRUCache[Any, Any]"]] = LRUCache(
        _THEMES_MAX
    )
    _sets: Final[LRUCache[tuple[object, ...], _Rules]] = LRUCache(_SETS_MAX)

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._shared: _Rules | None = None
        self._share()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the colours; rules that others parsed with them are used."""
        self._parse_cache = LRUCache(1)  # the one that is shared is not to be cleared
        super().set_variables(variables)
        self._share()

    def _share(self) -> None:
        self._colours = tuple(sorted(self._variables.items()))
        if self._colours not in self._parsed:
            self._parsed[self._colours] = LRUCache(_SOURCES_MAX)
        self._parse_cache = self._parsed[self._colours]

    def parse(self) -> None:
        """Take the rules of the sources from another stylesheet, or parse them."""
        key = (self._colours, *self.source.items())
        shared = self._sets.get(key)
        if shared is None:
            super().parse()
            shared = self._sets[key] = _Rules(self._rules, self.rules_map)
        self._shared = shared
        self._rules, self._rules_map, self._require_parse = shared.rules, shared.by_name, False

    def reparse(self) -> None:
        """Take the rules for the colours that have been set."""
        self.parse()

    def apply(
        self,
        node: DOMNode,
        *,
        animate: bool = False,
        cache: dict[tuple[object, ...], RulesMap] | None = None,
    ) -> None:
        """Apply the rules to a node: those found for a node in the same place, if there was one."""
        if self._require_parse or self._shared is None:
            self.parse()
        shared = cast(_Rules, self._shared)
        kind = shared.kind(node)
        if not kind.is_shared:
            super().apply(node, animate=animate, cache=cache)
            return
        place = _place(node, kind.pseudo_classes)
        applied = shared.applied.get(place)
        base = node.styles.base
        if applied is None:
            # Textual puts the rules that it finds into the cache.
            found: dict[tuple[object, ...], RulesMap] = {}
            super().apply(node, animate=animate, cache=found)
            if not animate or not base.has_rule("transitions"):
                # As they were set: some values are parsed only then.
                shared.applied[place] = base.get_rules() if found else RulesMap()
            return
        node._has_hover_style = kind.has_hover
        node._has_focus_within = node._has_order_style = node._has_odd_or_even = False
        if not base._rules and not node._is_mounted:
            base._rules.update(applied)
            base._updates += 1
            for name in _WITH_EFFECTS:
                if name in applied:
                    base.clear_rule(name)
                    setattr(base, name, applied.get(name))
            node.notify_style_update()
        elif applied and base._rules != applied:
            self.replace_rules(node, applied, animate=animate)
        elif applied and not animate:
            node.notify_style_update()
        self._process_component_classes(node)

    def _process_component_classes(self, node: DOMNode) -> None:
        """Make the styles of component classes when they are asked for, and not before: most never
        are."""
        names = node._get_component_classes()
        if not names:
            return
        components = node._component_styles
        if not isinstance(components, _Components):
            components = node._component_styles = _Components(node, names, self.apply)
        place = (self._shared, _place(node, _OF_COMPONENTS))
        if components.place != place:
            components.place = place
            if components:
                components.clear()
                node.refresh()


def _place(node: DOMNode, pseudo_classes: tuple[str, ...]) -> tuple[_Element, ...]:
    """Return the signatures of the nodes from the app to a node: all that selectors can ask."""
    return tuple(
        (
            type(each),
            each._id,
            each.classes,
            *(each.has_pseudo_class(name) for name in pseudo_classes),
        )
        for each in node.css_path_nodes
    )
