import time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from stellwerk.server.cookies import NAME, GuestCookies
from stellwerk.server.protocol import GuestInfo
from stellwerk.server.signing import Signer

SECRET = b"sixteen bytes and more"
ANNA = GuestInfo("anna", "Anna", "de")


@given(some.text(), some.floats(0, 1e10))
def test_what_was_signed_is_read_back(text: str, now: float) -> None:
    signer = Signer(SECRET, "guest")
    assert signer.read(signer.sign(text, now), now, 60.0) == text


@given(some.text())
def test_what_was_not_signed_is_not_read(text: str) -> None:
    assert Signer(SECRET, "guest").read(text, 0.0, 1e12) is None


@given(some.data())
def test_no_sign_of_it_can_be_changed(data: some.DataObject) -> None:
    signer = Signer(SECRET, "guest")
    signed = signer.sign("anna.de", 1000.0)
    place = data.draw(some.integers(0, len(signed) - 1))
    other = data.draw(some.characters().filter(lambda sign: sign != signed[place]))
    changed = signed[:place] + other + signed[place + 1 :]
    assert signer.read(changed, 1000.0, 60.0) is None


def test_another_secret_or_purpose_does_not_fit() -> None:
    signed = Signer(SECRET, "guest").sign("anna", 0.0)
    assert Signer(SECRET, "table").read(signed, 0.0, 60.0) is None
    assert Signer(SECRET + b"!", "guest").read(signed, 0.0, 60.0) is None


def test_a_signature_grows_old() -> None:
    signer = Signer(SECRET, "guest")
    signed = signer.sign("anna", 1000.0)
    assert signer.read(signed, 1060.0, 60.0) == "anna"
    assert signer.read(signed, 1061.0, 60.0) is None


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Signer(b"short", "guest")


def test_a_cookie_is_known_again_among_others() -> None:
    cookies = GuestCookies(SECRET, 60.0)
    cookie = cookies.issue(ANNA, "phone", secure=True)
    header = f"a=b; {NAME}={cookie.value}; c=d".encode()
    visitor = cookies.read([(b"host", b"x"), (b"cookie", header)])
    assert visitor is not None
    assert (visitor.guest, visitor.device, visitor.language) == ("anna", "phone", "de")
    assert time.time() - visitor.signed < 60


def test_a_cookie_of_an_earlier_version_is_known_and_names_no_device() -> None:
    earlier = Signer(SECRET, "guest").sign("anna.de", time.time())
    visitor = GuestCookies(SECRET, 60.0).read([(b"cookie", f"{NAME}={earlier}".encode())])
    assert visitor is not None
    assert (visitor.guest, visitor.device, visitor.language) == ("anna", "", "de")


def test_a_cookie_is_hidden_from_scripts_and_other_sites() -> None:
    cookie = GuestCookies(SECRET, 60.0).issue(ANNA, "phone", secure=True)
    assert (cookie.httponly, cookie.samesite, cookie.secure) == (True, "lax", True)


@pytest.mark.parametrize("value", ["", "anna.de", "anna.de.5.x", "\xff", '"', "." * 5000])
def test_a_foreign_cookie_is_nobody(value: str) -> None:
    headers = [(b"cookie", f"{NAME}={value}".encode("latin-1"))]
    assert GuestCookies(SECRET, 60.0).read(headers) is None
