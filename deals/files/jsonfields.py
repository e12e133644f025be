"""What the members of a JSON object say about a deal."""

from __future__ import annotations

from deals.cards import Card, parse_card
from deals.errors import CardError, FormatError, GehtaufError, unknown_name
from deals.files.entry import SETTINGS, Draft, Entry, Setting, check_id, is_value
from deals.files.jsonplaces import JsonText, Members, Node, Unfit

__all__ = ["is_extra", "read_deal"]

_KEYS = ("id", *SETTINGS, "cards", "redeals", "expect")


def is_extra(key: str) -> bool:
    """Tell whether a member is carried along unread."""
    return key == "expect" or key.startswith("x-")


def read_deal(text: JsonText, node: Node, source: str) -> Entry:
    """Read one deal.

    Parameters
    ----------
    text
        The text in which it stands.
    node
        The object.
    source
        The name of the file.

    Returns
    -------
    Entry
        The deal, with an error if it cannot be used.
    """
    draft = Draft(source, text.place(node.start)[0])
    try:
        _Fields(text, draft).read(node)
    except GehtaufError as error:
        return draft.entry(error)
    return draft.entry()


class _Fields:
    """Fills a draft, member by member, until the first fault."""

    def __init__(self, text: JsonText, draft: Draft) -> None:
        self.text = text
        self.draft = draft

    def read(self, node: Node) -> None:
        if not isinstance(node.value, Members):
            raise self.wrong("a deal", node, "an object")
        for key, _, value in node.value.items:
            if key == "id":  # first of all, so that every later error has it
                self.read_id(value)
                break
        members = self.by_key(node.value, _KEYS)
        for key in SETTINGS:
            if key in members:
                self.read_setting(key, members[key])
        if "cards" not in members:
            raise self.text.error("a deal without cards", node.start, expected='"cards": [...]')
        self.read_order("cards", members["cards"])
        if "redeals" in members:
            for order in self.array("redeals", members["redeals"], "a list of lists of cards"):
                self.read_order("redeals", order)
        for key, value in members.items():
            if is_extra(key):
                self.draft.extra[key] = self.plain(key, value)

    def by_key(self, members: Members, known: tuple[str, ...] | None = None) -> dict[str, Node]:
        """Index members by their keys, none of them twice, all of them known."""
        found: dict[str, Node] = {}
        for key, start, value in members.items:
            line, column = self.text.place(start)
            if key in found:
                message = "the same key stands twice in one object"
                raise self.text.error(message, start, text=key)
            if known is not None and key not in known and not is_extra(key):
                raise unknown_name("key", key, (*known, "x-...")).at(line=line, column=column)
            found[key] = value
        return found

    def read_id(self, node: Node) -> None:
        if not isinstance(node.value, str):
            raise self.wrong("id", node, "a string")
        try:
            self.draft.id = check_id(node.value)
        except FormatError as error:
            line, column = self.text.place(node.start)
            raise error.at(line=line, column=column) from None

    def read_setting(self, key: str, node: Node) -> None:
        value = node.value
        if isinstance(value, list):
            value = [item.value for item in value]
        if not is_value(value):
            raise self.wrong(key, node, "a string, an integer or a list of integers")
        line, column = self.text.place(node.start)
        self.draft.settings[key] = Setting(value, self.draft.source, line, column)

    def read_order(self, key: str, node: Node) -> None:
        cards = []
        for item in self.array(key, node, "a list of cards"):
            # The text of the card begins after the quotation mark.
            line, column = self.text.place(item.start + 1)
            cards.append((self.card(key, item, line, column), column))
        self.draft.add_order(cards)

    def card(self, key: str, node: Node, line: int, column: int) -> Card:
        if not isinstance(node.value, str):
            raise self.wrong(f"a card in {key}", node, "a string")
        try:
            return parse_card(node.value)
        except CardError as error:
            raise error.at(line=line, column=column) from None

    def array(self, key: str, node: Node, expected: str) -> list[Node]:
        if not isinstance(node.value, list):
            raise self.wrong(key, node, expected)
        return node.value

    def plain(self, key: str, node: Node) -> object:
        """Give a value as plain Python, without its places."""
        if isinstance(node.value, Unfit):
            raise self.wrong(key, node, "any JSON value")
        if isinstance(node.value, Members):
            return {k: self.plain(key, v) for k, v in self.by_key(node.value).items()}
        if isinstance(node.value, list):
            return [self.plain(key, item) for item in node.value]
        return node.value

    def wrong(self, what: str, node: Node, expected: str) -> FormatError:
        if isinstance(node.value, Unfit):
            return self.text.error(f"{what}: {node.value.why}", node.start, expected=expected)
        return self.text.error(
            f"{what} cannot be {_kind(node.value)}", node.start, expected=expected
        )


def _kind(value: object) -> str:
    """Name the JSON type of a value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Members):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return "a string" if isinstance(value, str) else f"the number {value}"
