"""Web push itself: what is sent to a browser only that browser reads, and it goes nowhere else."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from stellwerk.server.errors import Refusal
from stellwerk.server.post.endpoints import Answer, NotAllowed, Request, Unreachable, is_public
from stellwerk.server.post.push import LARGEST, Vapid, encrypt
from stellwerk.server.transactions.subscriptions import Subscription, subscription_of
from tests.server.pushing import Browser, PushService, plain, push_service, written

pytestmark = pytest.mark.anyio

NAME = "push.example.org"


def test_a_message_is_encrypted_as_the_example_of_rfc_8291_says() -> None:
    curve = ec.SECP256R1()
    number = int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypt(
        plain(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        plain("BTBZMqHH6r4Tts7J_aSIgg"),
        b"When I grow up, I want to be a watermelon",
        ec.derive_private_key(number, curve),
        plain("DGv6ra1nlYgDCS1FRnbzlw"),
        padded_to=0,
    )
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
        "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
        "WGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_its_browser_reads_a_message_and_lengths_tell_nothing() -> None:
    anna, other = Browser("anna"), Browser("other")
    sent = [encrypt(anna.key, anna.auth, b"x" * size) for size in (1, 200)]
    assert [anna.read(body) for body in sent] == [b"x", b"x" * 200]
    assert len({len(body) for body in sent}) == 1
    with pytest.raises(InvalidTag):
        other.read(sent[0])
    with pytest.raises(ValueError, match="at most"):
        encrypt(anna.key, anna.auth, bytes(LARGEST + 1))
    assert len(encrypt(anna.key, anna.auth, bytes(LARGEST))) <= 4096


def test_the_key_of_a_server_is_the_same_after_each_start() -> None:
    first, again, other = (Vapid(bytes([each]) * 32, "mailto:a@b.example") for each in (1, 1, 255))
    assert first.public == again.public != other.public
    assert len(plain(first.public)) == 65
    assert first.authorization("https://a.example/1") == first.authorization("https://a.example/2")
    assert first.authorization("https://a.example/1") != first.authorization("https://b.example/1")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.3.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        "nonsense",
    ],
)
def test_addresses_that_are_not_public_are_known(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_known() -> None:
    assert is_public("8.8.8.8")
    assert is_public("2a00:1450:4001:80b::200e")


KEYS = {"key": written(b"\4" + bytes(64)), "auth": written(bytes(16))}


def given(endpoint: str, **keys: str) -> Subscription:
    """Read a subscription, with keys that are right unless others are given."""
    both = {**KEYS, **keys}
    return subscription_of(endpoint, both["key"], both["auth"])


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://push.example.org:8443/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://localhost/1",
        "https://user:secret@push.example.org/1",
        "https://push.example.org/1#part",
        "https://push.example.org/1\r\nHost: other",
        "https://push.example.org/ü",
        "ftp://push.example.org/1",
        "https:///1",
        "https://push.example.org:x/1",
        "",
    ],
)
def test_an_endpoint_that_is_none_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal) as refusal:
        given(endpoint)
    assert refusal.value.code == "bad_subscription"


@pytest.mark.parametrize(
    "keys",
    [
        {"key": written(bytes(65))},
        {"key": written(b"\4" + bytes(63))},
        {"auth": written(bytes(15))},
        {"auth": "not base64 ü"},
    ],
)
def test_keys_that_are_none_are_refused(keys: dict[str, str]) -> None:
    with pytest.raises(Refusal):
        given(f"https://{NAME}/1", **keys)


def found(*addresses: str) -> Callable[[str, int], Awaitable[list[str]]]:
    """Stand in for the network's directory of names."""

    async def find(name: str, port: int) -> list[str]:
        assert (name, port) == (NAME, 443)
        return list(addresses)

    return find


@pytest.mark.parametrize(
    "addresses", [("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("::ffff:192.168.0.1",), ()]
)
async def test_a_name_that_leads_into_a_private_network_is_not_connected_to(
    addresses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(*_: object, **__: object) -> None:
        raise AssertionError("nobody may be connected to")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(NotAllowed):
        await Request.begin(f"https://{NAME}/1", {}, b"body", find=found(*addresses))
    with pytest.raises(NotAllowed):
        await Request.begin(f"http://{NAME}/1", {}, b"body", find=found("8.8.8.8"))


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for a name, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("identity") / "both.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    return file


@pytest.fixture
def secure(identity: Path) -> Iterator[PushService]:
    """A push service that speaks TLS under its name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(identity)
    with push_service(context) as service:
        yield service


async def test_a_service_is_reached_by_tls_at_the_address_that_was_checked(
    secure: PushService, identity: Path
) -> None:
    port = int(secure.address.rpartition(":")[2])
    trusting = ssl.create_default_context(cafile=str(identity))
    looked_up = 0

    async def find(name: str, asked: int) -> list[str]:
        nonlocal looked_up
        looked_up += 1
        return ["127.0.0.1"]

    async def post(name: str, certificates: ssl.SSLContext | None) -> Answer:
        url = f"https://{name}:{port}/anna"
        request = await Request.begin(
            url, {}, b"body", anywhere=True, find=find, certificates=certificates
        )
        return await request.finish()

    secure.answers["anna"] = [204]
    assert (await post(NAME, trusting)).status == 204
    assert looked_up == 1, "the name is asked for once"
    for name, certificates in (("other.example.org", trusting), (NAME, None)):
        with pytest.raises(Unreachable):
            await post(name, certificates)
    assert len(secure.refused) == 1


@asynccontextmanager
async def raw(answer: bytes, *, silent: bool = False) -> AsyncIterator[str]:
    """Run a server that answers everybody with the same bytes."""
    served = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            if silent:
                await reader.read()  # until the other side has had enough
            await writer.drain()
        except ConnectionError:
            pass  # it has had enough
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            served.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/1"
    finally:
        server.close()
        await served.wait()


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 201 Created\r\n\r\n", 201),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n", 202),
        (b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\n\r\n", 301),
        (b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1 << 20), 200),
        (b"HTTP/1.1 201 Created\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", None),
        (b"SSH-2.0-OpenSSH\r\n\r\n", None),
        (b"HTTP/1.1 nonsense\r\n\r\n", None),
        (b"", None),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 4, None),
    ],
)
async def test_little_of_an_answer_is_read_and_nothing_is_followed(
    answer: bytes, status: int | None
) -> None:
    async with raw(answer) as url:
        request = await Request.begin(url, {}, b"body", anywhere=True)
        if status is None:
            with pytest.raises(Unreachable):
                await request.finish()
        else:
            assert (await request.finish()).status == status


async def test_nobody_is_waited_for_long() -> None:
    async with raw(b"", silent=True) as url:
        request = await Request.begin(url, {}, b"body", anywhere=True)
        with pytest.raises(Unreachable):
            await request.finish(0.05)


async def test_a_service_that_is_away_is_unreachable() -> None:
    with pytest.raises(Unreachable):
        await Request.begin("http://127.0.0.1:1/1", {}, b"body", anywhere=True)
