"""``gehtauf deal``: print numbered deals, all of a range or those of a wanted kind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import click

from deals.errors import SettingError
from deals.files import Entry, Setting, jsonl, text
from deals.numbering import parse_numbers
from gehtauf._version import __version__
from gehtauf.cli.console import complain
from gehtauf.cli.exits import DONE
from gehtauf.cli.options import (
    deals_option,
    format_option,
    rule_options,
    run_options,
    settings_from,
)
from gehtauf.cli.progress import progress
from reports.output import Output
from solver.games import Verdict
from solver.prepare import Question, prepare_number
from solver.rules import Rules, differences, resolve
from solver.wanted import WORDS, check_wanted, look_for

_FORMATS: Mapping[str, Callable[..., None]] = {
    "text": partial(text.dump, version=__version__),
    "jsonl": jsonl.dump,
}
_ALL = "0..18446744073709551615"


@click.command("deal")
@deals_option
@rule_options
@click.option(
    "--want", type=click.Choice(["won", "lost"]), help="Only deals that can be won, or cannot."
)
@click.option("--difficulty", type=click.Choice(WORDS), help="Only deals that are won and so hard.")
@click.option("--count", type=click.IntRange(0), help="Stop when so many are found.")
@format_option(_FORMATS)
@run_options
def command(**options: Any) -> int:
    """Print numbered deals as a deal file that gehtauf solve reads.

    Deal number n of a deck is the same everywhere and for ever, for n from 0 to 2^64 - 1. With
    --want or --difficulty the deals are searched in the order of their numbers, from 0 or
    through --deals; one is printed unless --count or --deals asks for more.

    \b
    gehtauf deal --game zudecken --deals 1..10 -o ten.txt
    gehtauf deal --game zudecken --want won --difficulty hard --count 5
    gehtauf deal --game geburtstag --target 2412 --want won
    """
    settings = settings_from(options)
    if "game" not in settings:
        raise SettingError("deals of which game?", expected="--game GAME")
    rules = resolve(settings)
    searched = options["want"] is not None or options["difficulty"] is not None
    if options["deals"] is None and not searched:
        raise SettingError("which deals?", expected="--deals A..B, or --want or --difficulty")
    numbers = parse_numbers(options["deals"] or _ALL)
    count = options["count"]
    if count is None and options["deals"] is None:
        count = 1
    if searched:
        want = Verdict(options["want"] or "won")
        check_wanted(rules, want, options["difficulty"])
        questions: Iterable[Question | None] = look_for(rules, numbers, want, options["difficulty"])
    else:
        questions = (prepare_number(number, rules) for number in numbers)
    questions = progress(questions, options["bar"], quiet=options["quiet"], slow=searched)
    found = _Counted(questions, count)
    with Output(options["output"], sys.stdout) as output:
        _FORMATS[options["form"]](_entries(rules, found), output)
    wanted = count if count is not None else int(searched)
    if found.seen < wanted and not options["quiet"]:
        complain(f"{found.seen} of {wanted} wanted deals are in {options['deals']}, and no more")
    return DONE


class _Counted:
    """The deals among what a search yields, no more than are asked for."""

    def __init__(self, questions: Iterable[Question | None], most: int | None) -> None:
        self._questions = questions
        self._most = most
        self.seen = 0

    def __iter__(self) -> Iterator[Question]:
        if self._most == 0:
            return
        for question in self._questions:
            if question is not None:
                self.seen += 1
                yield question
                if self.seen == self._most:
                    return


def _entries(rules: Rules, questions: Iterable[Question]) -> Iterator[Entry]:
    settings = {key: Setting(value) for key, value in differences(rules).items()}
    for _, deal in questions:
        orders = (deal.cards, *deal.redeals)
        yield Entry(deal.id, settings, orders, columns=(), source="", line=None)
