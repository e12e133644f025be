"""From what a file or a user gives to a question that can be solved: the rules and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import DeckError, SettingError
from deals.files import Entry, Setting
from deals.numbering import numbered_deal
from solver.games import make_game
from solver.rules import BirthdayRules, Rules, resolve

_MOST_ORDERS = 1000


class Question(NamedTuple):
    """A deal and the rules it is to be played by."""

    rules: Rules
    deal: Deal


def prepare(entry: Entry, overrides: Mapping[str, Setting] | None = None) -> Question:
    """Give a deal from a file its meaning.

    Parameters
    ----------
    entry : Entry
        A deal as a file gives it.
    overrides : mapping of str to Setting, optional
        Settings that go before the deal's own, as from the command line.

    Returns
    -------
    Question

    Raises
    ------
    GehtaufError
        The entry's own error, or what is wrong with its settings or its cards, with its place.

    Examples
    --------
    >>> from deals.files import loads
    >>> [entry] = loads("game=quadrat deck=1x4 | AC AS AH AD")
    >>> prepare(entry).rules.deck
    '1x4'
    """
    if entry.error is not None:
        raise entry.error
    try:
        rules = resolve({**entry.settings, **(overrides or {})})
        target, suits = _bases(rules)
        deal = Deal(
            find_deck(rules.deck),
            entry.orders[0] if entry.orders else (),
            redeals=entry.orders[1:],
            target=target,
            suits=suits,
            id=entry.id,
        )
        make_game(rules, deal)
    except DeckError as error:
        raise error.at(file=entry.source, line=entry.line, column=_column(entry, error)) from None
    except SettingError as error:
        raise error.at(file=entry.source, line=entry.line) from None
    return Question(rules, deal)


def known_rules(entry: Entry, overrides: Mapping[str, Setting] | None = None) -> Rules | None:
    """Return the rules of a deal from a file that may have faults; None if they are not known.

    Examples
    --------
    >>> from deals.files import loads
    >>> [entry] = loads("game=quadrat | AC XX")
    >>> known_rules(entry).deck
    'skat32'
    """
    try:
        return resolve({**entry.settings, **(overrides or {})})
    except SettingError:
        return None


def prepare_number(number: int, rules: Rules) -> Question:
    """Return a numbered deal, with as many orders as the rules use.

    Raises
    ------
    SettingError
        If the rules ask for more passes than are dealt by number (1000).

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> len(prepare_number(7, find_rules("geburtstag")).deal.redeals)
    3
    """
    orders = rules.orders if isinstance(rules, BirthdayRules) else 1
    if orders > _MOST_ORDERS:
        raise SettingError(
            "numbered deals have an order for each pass, and not for so many",
            text=f"passes = {orders}",
            expected=f"at most {_MOST_ORDERS} passes",
        )
    target, suits = _bases(rules)
    deck = find_deck(rules.deck)
    deal = numbered_deal(number, deck, target=target, suits=suits, orders=orders)
    return Question(rules, deal)


def check_numbers(numbers: range, rules: Rules) -> None:
    """Refuse numbers of which some name no deal; they are not all dealt to see that.

    Raises
    ------
    SettingError
        If there is no such number, or the rules ask for more passes than are dealt by number.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> check_numbers(range(9, -1, -1), find_rules("quadrat"))
    >>> check_numbers(range(9, -2, -1), find_rules("quadrat"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: deal numbers start at 0 (read '-1'; ...
    """
    for number in {0, *numbers[:1], *numbers[-1:]}:
        prepare_number(number, rules)


def _bases(rules: Rules) -> tuple[str | None, str | None]:
    return (rules.target, rules.suits) if isinstance(rules, BirthdayRules) else (None, None)


def _column(entry: Entry, error: DeckError) -> int | None:
    """Return the column of the last copy of the first card that is too many, if there is one."""
    order = error.order - 1
    if not error.surplus or order >= len(entry.columns):
        return None
    from deals.cards import parse_card

    card = parse_card(error.surplus[0])
    places = [i for i, other in enumerate(entry.orders[order]) if other == card]
    columns = entry.columns[order]
    return columns[places[-1]] if places and places[-1] < len(columns) else None
