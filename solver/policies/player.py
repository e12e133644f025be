"""Very many deals played by a policy: which rules that takes, and an engine for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import FormatError, SettingError
from solver.columns import VERDICTS, Columns, Detail, in_slices, no_tick
from solver.games.covering import Covering
from solver.kernel.kernel import MOST_CARDS, MOST_FACE_UP
from solver.odds.facedown import FaceDownGame
from solver.policies.policies import SAMPLES, Policy
from solver.policies.readable import play
from solver.prepare import check_numbers, prepare_number
from solver.rules import CoveringRules, Rules, variant_name

if TYPE_CHECKING:
    from solver.odds.facedown.folder import Folder
    from solver.policies.compiled import CompiledPlayer, Results


def refusal(rules: Rules, detail: Detail, *, compiled: bool = True) -> SettingError | None:
    """Return why deals cannot be played by a policy under some rules, None if they can.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules.
    detail : Detail
        How much is to be known of each deal.
    compiled : bool
        Whether compiled code is to play them.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> print(refusal(find_rules("birthday"), Detail.VERDICT))
    policies are ways to play Quadrat and Zudecken (read 'geburtstag'; expected no --policy)
    """
    if not isinstance(rules, CoveringRules):
        return SettingError(
            "policies are ways to play Quadrat and Zudecken",
            text=rules.game,
            expected="no --policy",
        )
    if detail is Detail.FULL:
        return SettingError(
            "a policy plays one line of a deal, so that there are no counts",
            text=f"detail = {detail}",
            expected=f"{Detail.VERDICT} or {Detail.TALLY}",
        )
    cards = len(find_deck(rules.deck).cards)
    if compiled and (rules.width > MOST_FACE_UP or cards > MOST_CARDS):
        return SettingError(
            f"compiled code takes at most {MOST_FACE_UP} face-up cards and {MOST_CARDS} in all",
            text=f"width = {rules.width}, {cards} cards",
            expected="the readable engine takes all rules (--engine readable)",
        )
    return None


def check_policy(
    rules: Rules,
    policy: Policy,
    detail: Detail,
    *,
    compiled: bool = True,
    table: str | PathLike[str] | None = None,
) -> None:
    """Refuse what a `PolicyPlayer` would refuse, without compiling anything.

    Raises
    ------
    SettingError
        See `refusal`.
    FormatError
        If the policy needs exact values and there is no complete table of them.
    """
    refused = refusal(rules, detail, compiled=compiled)
    if refused is not None:
        raise refused
    if policy.needs_values:
        table_folder(rules, table)


class PolicyPlayer:
    """Plays many deals by a policy, with the methods of the compiled kernel.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    policy : Policy
        How the player chooses.
    detail : Detail
        How much is kept of each deal.
    compiled : bool
        Whether compiled code plays, or the rules themselves; both make the same moves.
    table : path, optional
        Where the exact values are, for a policy that needs them; in the user's cache unless given.
    announce : callable, optional
        Told in a line of text if compiling takes long.

    Raises
    ------
    SettingError, FormatError
        See `check_policy`.

    Examples
    --------
    >>> from solver.policies.policies import find_policy
    >>> from solver.rules import find_rules
    >>> rules, policy = find_rules("zudecken"), find_policy("most")
    >>> player = PolicyPlayer(rules, policy, Detail.VERDICT, compiled=False)
    >>> columns = player.numbered(range(11, 14))
    >>> columns["verdict"].tolist(), columns["cards_left"].tolist()
    ([1, 1, 1], [17, 47, 52])
    """

    def __init__(
        self,
        rules: Rules,
        policy: Policy,
        detail: Detail,
        *,
        compiled: bool = True,
        table: str | PathLike[str] | None = None,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        check_policy(rules, policy, detail, compiled=compiled, table=table)
        assert isinstance(rules, CoveringRules)
        self.rules = rules
        self.policy = policy
        folder = table_folder(rules, table) if policy.needs_values else None
        self._player: _Player
        if compiled:
            self._player = compiled_player(rules, policy, folder, announce=announce)
        else:
            self._player = _Readable(rules, policy, folder)

    def numbered(self, numbers: range, tick: Callable[[int], None] = no_tick) -> Columns:
        """Play numbered deals, as `solver.kernel.Kernel.numbered`; verdicts are how they end."""
        check_numbers(numbers, self.rules)
        return self._played(numbers, tick)

    def dealt(self, deals: Sequence[Deal], tick: Callable[[int], None] = no_tick) -> Columns:
        """Play deals that are given; see `numbered`."""
        return self._played(deals, tick)

    def _played(self, deals: range | Sequence[Deal], tick: Callable[[int], None]) -> Columns:
        import numpy as np

        slices = in_slices(deals, self._player.slice_size, tick)
        verdicts, cards_left = zip(*map(self._player.play, slices), strict=True)
        return {"verdict": np.concatenate(verdicts), "cards_left": np.concatenate(cards_left)}


def compiled_player(
    rules: CoveringRules,
    policy: Policy,
    table: Folder | None = None,
    *,
    samples: int = SAMPLES,
    announce: Callable[[str], None] | None = None,
) -> CompiledPlayer:
    """Return a player in compiled code; see `solver.policies.compiled.CompiledPlayer`."""
    from solver.kernel.jit import announcing

    with announcing(announce):
        from solver.policies.compiled import CompiledPlayer

        return CompiledPlayer(rules, policy, table, samples=samples)


def table_folder(rules: Rules, path: str | PathLike[str] | None = None) -> Folder:
    """Return the folder of a complete table of exact values.

    Raises
    ------
    SettingError
        If there can be no table for these rules.
    FormatError
        If there is none, or it is for other rules or another version.
    """
    from solver.odds.facedown.folder import Folder, default_path

    game = FaceDownGame.of(rules)
    folder = Folder(default_path(game) if path is None else Path(path), game)
    if not folder.is_complete:
        raise FormatError(
            "there is no table of exact chances for these rules",
            file=str(folder.path),
            expected=f"one that gehtauf odds --stock down has built for {variant_name(rules)}",
        )
    return folder


class _Player(Protocol):
    """What plays some milliseconds' worth of deals at once."""

    slice_size: int

    def play(self, deals: range | Sequence[Deal]) -> Results:
        """Play deals: numbered ones by their numbers, or given ones."""


class _Readable:
    """Plays by the rules as they are written."""

    slice_size = 1

    def __init__(self, rules: CoveringRules, policy: Policy, table: Folder | None) -> None:
        from solver.odds.facedown import load  # numba takes its time

        self._rules = rules
        self._choose = policy.make(rules, None if table is None else load(rules, table.path))

    def play(self, deals: range | Sequence[Deal]) -> Results:
        """Play deals: numbered ones by their numbers, or given ones."""
        import numpy as np

        ends = [self._end(deal) for deal in deals]
        return (
            np.array([verdict for verdict, _ in ends], np.uint8),
            np.array([left for _, left in ends], np.int16),
        )

    def _end(self, deal: int | Deal) -> tuple[int, int]:
        if not isinstance(deal, Deal):
            deal = prepare_number(deal, self._rules).deal
        game = Covering.from_deal(self._rules, deal)
        end = play(game, self._choose)
        if game.is_won(end):
            return VERDICTS.index("won"), -1 if self._rules.goal == "stock" else 0
        return VERDICTS.index("lost"), game.cards_left(end)
