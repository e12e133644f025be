"""The rules of a game in words, with its sources, settings, variants and record."""

from __future__ import annotations

from textwrap import fill, indent

from reports.paint import Paint
from solver.games import GAMES
from solver.rules import VARIANTS, Rules, as_dict, differences, variant_name
from solver.rules_toml import to_toml
from solver.settings import SETTINGS


def overview(paint: Paint) -> str:
    """Return the list of games with their variants and aliases."""
    parts = []
    for game, kind in GAMES.items():
        also = f"; also {', '.join(kind.aliases)}" if kind.aliases else ""
        parts.append(f"{paint.word(kind.words.title, 'bold')} ({game}{also})")
        parts += [_wrapped(kind.words.summary, paint), *_variants(game)]
    parts.append("gehtauf rules GAME tells more.")
    return "\n".join(parts) + "\n"


def rulebook(rules: Rules, paint: Paint) -> str:
    """Return all about the game of a record: words, sources, settings in force, TOML.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    paint : Paint
        How it is to look.

    Returns
    -------
    str
        Text of several paragraphs.
    """
    words = GAMES[rules.game].words
    sections = [
        f"{paint.word(words.title, 'bold')} ({variant_name(rules)})",
        *_caution(rules, paint),
        "\n\n".join(_wrapped(paragraph, paint) for paragraph in words.rules),
        _headed("What is known", [_wrapped(known, paint) for known in words.known], paint),
        _headed("Sources", [_wrapped(source, paint) for source in words.sources], paint),
        _headed("Settings (* in force)", _settings(rules, paint), paint),
        _headed("Named variants", _variants(rules.game), paint),
        _headed("The record in force, as a file for --rules", [_toml(rules)], paint),
    ]
    return "\n\n".join(sections) + "\n"


def _caution(rules: Rules, paint: Paint) -> list[str]:
    """Return a note if the words are about other settings than those in force."""
    changed = [key for key in differences(rules) if key != "game"]
    if not changed:
        return []
    text = (
        f"The words below, and what is known, are about {rules.game} with its defaults. In force "
        f"are other values of {', '.join(changed)}: see the settings, which say what is played."
    )
    return [_wrapped(text, paint)]


def _headed(heading: str, parts: list[str], paint: Paint) -> str:
    return "\n".join([paint.word(heading, "bold"), *parts])


def _wrapped(text: str, paint: Paint) -> str:
    return fill(text, paint.width, initial_indent="  ", subsequent_indent="  ")


def _settings(rules: Rules, paint: Paint) -> list[str]:
    default, lines = as_dict(VARIANTS[rules.game]), []
    for key, value in as_dict(rules).items():
        if key not in SETTINGS:
            continue
        kind = SETTINGS[key]
        standard = "" if default[key] == value else f" (default {_plain(default[key])})"
        lines.append(_wrapped(f"{key} = {_plain(value)}{standard}: {kind.says}", paint))
        for name, meaning in kind.values.items():
            mark = "*" if name == value else " "
            lines.append(f"    {mark} {name}: {meaning}")
    return lines


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _variants(game: str) -> list[str]:
    lines = []
    for name, rules in VARIANTS.items():
        if rules.game == game:
            changes = [
                f"{key} = {_plain(value)}"
                for key, value in differences(rules).items()
                if key != "game"
            ]
            lines.append(f"  {name}: {', '.join(changes) or 'the defaults'}")
    return lines


def _toml(rules: Rules) -> str:
    return indent(to_toml(rules).rstrip("\n"), "  ")
