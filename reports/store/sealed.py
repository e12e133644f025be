"""Sealed JSON: an object with the checksum of all it says, so that damage is seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from deals.errors import FormatError
from deals.files.lines import decode
from deals.files.strictjson import read_json

_SEAL = "seal"


def seal(fields: Mapping[str, Any]) -> str:
    """Return fields as JSON text with a checksum as the last of them.

    Examples
    --------
    >>> unseal(seal({"rows": 3}), "a.json")
    {'rows': 3}
    """
    sealed = {**fields, _SEAL: _checksum(fields)}
    return json.dumps(sealed, ensure_ascii=True, indent=1) + "\n"


def unseal(text: str | bytes, source: str) -> dict[str, Any]:
    """Return the fields of sealed JSON, the checksum left out.

    Parameters
    ----------
    text : str or bytes
        What `seal` gave.
    source : str
        The file's name, for errors.

    Raises
    ------
    FormatError
        If the text is no JSON object, or not the one that was sealed.
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    try:
        fields = read_json(decode(data, source))
    except FormatError as error:
        error.message = f"damaged: {error.message}"
        raise error.at(file=source) from None
    if not isinstance(fields, dict) or _SEAL not in fields:
        raise FormatError("damaged, or no file of a results folder", file=source)
    del fields[_SEAL]
    if seal(fields).encode() != data:
        raise FormatError("damaged: it does not fit its checksum", file=source)
    return fields


def _checksum(fields: Mapping[str, Any]) -> str:
    plain = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()
