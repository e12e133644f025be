"""The adviser: exact chances as they are, samples where there are none, refusals elsewhere."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from deals.cards import Card, parse_card
from deals.decks import find_deck
from deals.errors import DeckError, SettingError
from gehtauf.advising import Adviser
from gehtauf.tables import Building
from reports.advice_record import sample_interval
from solver.advice import Situation
from solver.advice.advice import Sample
from solver.advice.late import Late
from solver.advice.played import play_to
from solver.games import Covering, Verdict
from solver.odds.facedown import Exact
from solver.odds.gone import why_not_gone
from solver.rules import CoveringRules, find_rules
from solver.search import search

SMALL = find_rules("zudecken", deck="3x4", width=3)
WHOLE = find_rules("zudecken-group")
assert isinstance(SMALL, CoveringRules)
assert isinstance(WHOLE, CoveringRules)


def cards(text: str) -> list[Card]:
    return [parse_card(name) for name in text.split()]


@pytest.mark.parametrize("cover", ["group", "open", "single"])
def test_advice_is_what_the_exact_values_say(cover: str) -> None:
    rules = find_rules("zudecken", deck="3x4", width=3, cover=cover)
    assert isinstance(rules, CoveringRules)
    exact, adviser = Exact(rules), Adviser(rules, orders=0)
    random = Random(1)
    for _ in range(12):
        now = _random_situation(rules, random)
        found = adviser.advise(now).covers
        position = exact.game.position(now.face_up, now.gone)
        assert {one.take: one.chance.exact for one in found} == dict(exact.covers(position))  # type: ignore[union-attr]
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        if found:
            assert found[0].chance.exact == exact.value(position)  # type: ignore[union-attr]


def _random_situation(rules: CoveringRules, random: Random) -> Situation:
    """Return a situation with a few cards gone that is not known to be impossible."""
    deck = list(find_deck(rules.deck).cards)
    while True:
        random.shuffle(deck)
        face_up, gone = deck[: rules.width], deck[rules.width :][: random.choice([0, 2, 3, 4, 5])]
        if why_not_gone(rules, gone, face_up) is None:
            return Situation.of(rules, face_up, gone)


def test_few_unseen_cards_need_no_table(tmp_path: Path) -> None:
    deck = list(find_deck("french52").cards)
    Random(5).shuffle(deck)
    now = Situation.of(WHOLE, deck[:4], deck[11:])
    found = Adviser(WHOLE, Building(path=str(tmp_path / "none")), orders=0).advise(now)
    assert found.policy is None
    assert not list(tmp_path.iterdir())
    position = Exact(WHOLE).game.position(now.face_up, now.gone)
    assert [one.chance.exact for one in found.covers][:1] == [Exact(WHOLE).value(position)]  # type: ignore[union-attr]


def test_cards_must_be_dealt_before_there_is_advice() -> None:
    with pytest.raises(DeckError, match=r"0 cards (lie )?face up while the stock lasts"):
        Adviser(SMALL).advise(Situation.start(SMALL))


def test_who_sees_the_stock_wins_at_least_as_often() -> None:
    now = Situation.of(SMALL, cards("AC 2C AS"))
    best = Adviser(SMALL, orders=400).advise(now).covers
    assert all(one.face_up is not None and one.face_up.orders == 400 for one in best)
    for one in best:
        assert one.face_up is not None
        assert sample_interval(one.face_up).high >= one.value


def test_a_known_stock_adds_what_could_be_done_and_changes_nothing_else() -> None:
    deck = find_deck("3x4").cards
    adviser = Adviser(SMALL, orders=0)
    seen = set()
    for seed in range(20):
        order = list(deck)
        Random(seed).shuffle(order)
        now, stock = play_to(SMALL, order, [])
        plain, told = adviser.advise(now), adviser.advise(now, stock)
        assert [(one.take, one.chance) for one in plain.covers] == [
            (one.take, one.chance) for one in told.covers
        ]
        game = Covering(SMALL, order)
        for one in told.covers:
            after = game.apply(game.start(), one.cover)
            assert one.would_win == (search(game, start=after).verdict is Verdict.WON)
            seen.add(one.would_win)
    assert seen == {True, False}


def test_quadrat_is_told_as_a_game_without_choices() -> None:
    rules = find_rules("quadrat", deck="2*3x4", goal="stock")
    now = Situation.of(rules, cards("AC 2C 3C AS"))
    advice = Adviser(rules, orders=0).advise(now)
    assert not advice.matters
    assert len({one.value for one in advice.covers}) == 1
    assert advice.contest is None


def test_several_packs_are_sampled_by_the_policy_that_is_asked_for() -> None:
    rules = find_rules("zudecken", deck="2*2x4")
    now = Situation.of(rules, cards("AC AC 2S 2H"))
    found = Adviser(rules, policy="most", orders=50).advise(now)
    assert found.policy is not None
    assert found.policy.startswith("most (")
    assert all(isinstance(one.chance, Sample) for one in found.covers)
    assert found == Adviser(rules, Building(workers=2), policy="most", orders=50).advise(now)


@pytest.mark.parametrize(("deck", "width"), [("double104", 4), ("6x4", 6)])
def test_what_is_too_large_for_compiled_code_is_sampled_nevertheless(deck: str, width: int) -> None:
    rules = find_rules("zudecken", deck=deck, width=width, cover="group", sizes=(2,))
    now = Situation.of(rules, cards("AC AS 2H 3D 4S 5D")[:width])
    found = Adviser(rules, policy="random", orders=0).advise(now)
    assert found.policy is not None
    assert found.policy.startswith("random (")
    assert all(isinstance(one.chance, Sample) for one in found.covers)
    assert found == Adviser(rules, Building(workers=2), policy="random", orders=0).advise(now)
    assert len(found.covers) == (1 if width == 4 else 3)
    with pytest.raises(SettingError, match="at most 4 cards face up and 64 in play"):
        Adviser(rules, policy="sampled").advise(now)


def test_twins_are_weighed_once() -> None:
    rules = find_rules("zudecken", deck="2*2x4", cover="group")
    now = Situation.of(rules, cards("AC AC 2S AS"), cards("2C 2C AD AD 2D 2D 2H 2H"))
    found = Adviser(rules, orders=0).advise(now)
    assert found.policy is None
    takes = [tuple(sorted(one.take)) for one in found.covers]
    assert sorted(takes) == sorted(set(takes))
    assert len(takes) < len(now.view.covers)
    assert {tuple(sorted(now.view.taken(cover))) for cover in now.view.covers} == set(takes)


@pytest.mark.parametrize("goal", ["stock", "cleared"])
def test_quadrat_has_the_chances_of_its_late_game_at_any_stage(goal: str) -> None:
    """The recursion over all groups and cards to come knows nothing of the theorem."""
    rules = find_rules("quadrat", deck="2*2x4", goal=goal)
    assert isinstance(rules, CoveringRules)
    late, random, values = Late(rules), Random(3), set()
    for _ in range(12):
        now = _random_situation(rules, random)
        found = Adviser(rules, orders=0).advise(now)
        chance_of = dict(zip(now.view.covers, late.worths(now.view), strict=True))
        for one in found.covers:
            assert one.chance.exact == chance_of[one.cover]  # type: ignore[union-attr]
            values.add(one.value)
    assert len(values) > 2


def test_a_policy_that_looks_chances_up_cannot_stand_for_them() -> None:
    with pytest.raises(SettingError, match="random, most, fewest, sampled"):
        Adviser(SMALL, policy="exact")
