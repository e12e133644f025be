"""A game typed in move by move: asks for cards, weighs the covers, asks which one is taken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from deals.cards import Card, format_card, parse_card
from deals.errors import FormatError, GehtaufError
from deals.words import count
from gehtauf.advising import Adviser
from gehtauf.cli.inputs import STDIN, name_of
from reports.advice_text import covers_text, standing
from reports.output import Output
from reports.paint import Paint
from solver.advice.advice import Advice
from solver.advice.played import find_cover
from solver.advice.situation import Situation
from solver.rules import variant_name

_HELP = (
    "Type cards as in 7C, 10♥ or H10, with blanks between. undo takes back the last answer, quit "
    "(or the end of the input) ends."
)
_UNDO, _QUIT, _ASK_HELP = ("undo", "u"), ("quit", "q", "exit"), ("help", "h", "?")


class _Ended(Exception):  # noqa: N818 (nothing is wrong)
    """The player has had enough, or there is nothing more to read."""


class _Undone(Exception):  # noqa: N818 (nothing is wrong)
    """The last answer is to be taken back."""


class Session:
    """One game on the console.

    Parameters
    ----------
    adviser : Adviser
        Weighs the covers.
    start : Situation
        Where the game stands at first.
    output : Output
        Where to write.
    paint : Paint
        How it is to look.
    """

    def __init__(self, adviser: Adviser, start: Situation, output: Output, paint: Paint) -> None:
        self._adviser = adviser
        self._output = output
        self._paint = paint
        self._now = start
        self._before: list[Situation] = []
        self._explained: set[str | None] = set()

    def run(self) -> None:
        """Talk until the player ends it."""
        self._say(f"{variant_name(self._now.rules)}. {_HELP}")
        try:
            while True:
                try:
                    self._step()
                except _Undone:
                    self._undo()
        except _Ended:
            self._say("That was it.")

    def _step(self) -> None:
        now = self._now
        if not now.missing:
            self._choose(now)
        elif now.missing == len(now.unseen):  # it is known what comes, and the order is all one
            names = self._names(now.unseen)
            self._say(f"The last of the stock: {names}.")
            self._now = now.dealt(now.unseen)
        else:
            question = f"{count(now.missing, 'card')} from the stock: "
            self._go_on(self._asked(question, lambda text: now.dealt(_cards(text))))

    def _choose(self, now: Situation) -> None:
        self._say("", standing(now, self._paint))
        advice = self._adviser.advise(now)
        notes = advice.policy not in self._explained  # each kind of numbers once
        self._explained.add(advice.policy)
        self._say(*covers_text(advice, self._paint, numbered=True, notes=notes))
        if not advice.covers:
            self._asked("undo or quit? ", _no_answer)
        question = "Which is covered (its number or cards; Enter: 1)? "
        self._go_on(self._asked(question, lambda text: _covered(advice, text)))

    def _go_on(self, after: Situation) -> None:
        self._before.append(self._now)
        self._now = after

    def _undo(self) -> None:
        if self._before:
            self._now = self._before.pop()
        else:
            self._say("There is nothing to take back.")

    def _asked(self, question: str, read: Callable[[str], Situation]) -> Situation:
        """Ask until there is an answer that can be read."""
        while True:
            self._output.write(question, flush=True)
            line = _typed()
            if not sys.stdin or not sys.stdin.isatty():
                self._say(line.strip())  # an echo, so that what was piped in can be followed
            text = line.strip()
            if not line or text.lower() in _QUIT:
                raise _Ended
            if text.lower() in _UNDO:
                raise _Undone
            if text.lower() in _ASK_HELP:
                self._say(_HELP)
                continue
            try:
                return read(text)
            except GehtaufError as error:
                self._say(f"{error}")

    def _names(self, cards: Sequence[Card]) -> str:
        return " ".join(self._paint.card(format_card(card)) for card in cards)

    def _say(self, *lines: str) -> None:
        for line in lines:
            wrapped = line if line.startswith(" ") else "\n".join(self._paint.paragraph(line))
            self._output.write(wrapped + "\n", flush=True)


def _cards(text: str) -> list[Card]:
    names = text.replace(",", " ").split()
    if not names:
        raise GehtaufError("no card was named", expected="cards, undo or quit")
    return [parse_card(name) for name in names]


def _covered(advice: Advice, text: str) -> Situation:
    """Return where the game stands after the cover that an answer names."""
    now = advice.situation
    if text in ("", *(str(number) for number in range(1, len(advice.covers) + 1))):
        return now.covered(advice.covers[int(text or 1) - 1].cover)
    if text.isdigit():
        raise GehtaufError(
            "there is no such cover", text=text, expected=f"1 to {len(advice.covers)}"
        )
    taken = [format_card(card) for card in _cards(text)]
    return now.covered(find_cover(now, taken))


def _no_answer(text: str) -> Situation:
    raise GehtaufError("the game has ended", text=text, expected="undo or quit")


def _typed() -> str:
    """Return the next line of standard input, empty at its end.

    Raises
    ------
    FormatError
        If it cannot be read.
    """
    if sys.stdin is None:
        return ""
    try:
        return sys.stdin.readline()
    except OSError as error:
        why = error.strerror or str(error)
    except UnicodeDecodeError:
        why = "it is not UTF-8 text"
    raise FormatError(f"cannot read what is typed: {why}", file=name_of(STDIN))
