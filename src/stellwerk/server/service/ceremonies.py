"""What passkeys are asked and what they answer (WebAuthn); nothing here is stored.

The library comes with the extra ``hosting`` and is loaded when it is first needed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from msgspec import Struct

from stellwerk.server.errors import Refusal
from stellwerk.server.transactions.passkeys import CHALLENGE_FOR, NewPasskey

NAME: Final = "Stellwerk"
_SAID: Final = 2000
"""Most characters of what a browser says it has signed."""


class Party(Struct, frozen=True):
    """For whom passkeys are made: the address of this server, as people open it."""

    host: str
    origin: str


def supported() -> bool:
    """Whether the library is installed."""
    return find_spec("webauthn") is not None


async def library() -> ModuleType:
    """Return the library; loading it takes a moment, in which others are served."""
    if not supported():
        raise Refusal("passkeys_off")
    return await asyncio.to_thread(import_module, "webauthn")


async def creation(
    party: Party, challenge: bytes, handle: str, name: str, has: list[bytes]
) -> dict[str, Any]:
    """Return what a browser is told that is to make a passkey."""
    webauthn = await library()
    structs = import_module("webauthn.helpers.structs")
    needed = structs.UserVerificationRequirement.REQUIRED
    options = webauthn.generate_registration_options(
        rp_id=party.host,
        rp_name=NAME,
        user_id=handle.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=int(CHALLENGE_FOR * 1000),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=needed
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=each) for each in has],
    )
    return dict(json.loads(webauthn.options_to_json(options)))


async def request(party: Party, challenge: bytes) -> dict[str, Any]:
    """Return what a browser is told that is to ask any of its passkeys."""
    webauthn = await library()
    structs = import_module("webauthn.helpers.structs")
    options = webauthn.generate_authentication_options(
        rp_id=party.host,
        challenge=challenge,
        timeout=int(CHALLENGE_FOR * 1000),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return dict(json.loads(webauthn.options_to_json(options)))


async def challenge_in(credential: dict[str, Any], party: Party) -> bytes:
    """Return the challenge that an answer is for; refuse one that was given to another page."""
    webauthn = await library()
    try:
        said = credential["response"]["clientDataJSON"]
        if len(said) > _SAID:
            raise ValueError("too long")
        told = json.loads(webauthn.base64url_to_bytes(said))
        challenge, origin = webauthn.base64url_to_bytes(told["challenge"]), told["origin"]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise Refusal("bad_passkey") from None
    if origin != party.origin:
        raise Refusal("passkey_elsewhere", origin=party.origin)
    return bytes(challenge)


async def made(credential: dict[str, Any], party: Party, challenge: bytes) -> NewPasskey:
    """Return a new passkey, or refuse an answer that does not fit."""
    webauthn = await library()
    found = await _verified(
        webauthn.verify_registration_response,
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=party.host,
        expected_origin=party.origin,
        require_user_verification=True,
    )
    return NewPasskey(
        found.credential_id, found.credential_public_key, found.sign_count, party.host
    )


async def credential_id(credential: dict[str, Any]) -> bytes:
    """Return which passkey has answered."""
    webauthn = await library()
    try:
        return bytes(webauthn.base64url_to_bytes(credential["id"]))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Refusal("bad_passkey") from None


async def count(
    credential: dict[str, Any], party: Party, challenge: bytes, public_key: bytes, handle: str
) -> int:
    """Return how often a passkey says it was used, or refuse what it has not signed."""
    webauthn = await library()
    found = await _verified(
        webauthn.verify_authentication_response,
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=party.host,
        expected_origin=party.origin,
        credential_public_key=public_key,
        credential_current_sign_count=0,  # compared when the use is noted, in a transaction
        require_user_verification=True,
    )
    owner = credential["response"].get("userHandle")
    if owner is not None and owner != webauthn.helpers.bytes_to_base64url(handle.encode()):
        raise Refusal("bad_passkey")
    return int(found.new_sign_count)


async def _verified(verify: Callable[..., Any], **given: Any) -> Any:
    """Check an answer, in a thread: keys and certificates of strangers may take their time."""
    try:
        return await asyncio.to_thread(verify, **given)
    except Exception:
        # Whatever the library and its readers of CBOR, keys and certificates find odd is no
        # answer of a passkey.
        raise Refusal("bad_passkey") from None
