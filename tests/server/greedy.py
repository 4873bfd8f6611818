"""A sandbox's process whose jobs are greedy; the text of a board says for what."""

from __future__ import annotations

import os
import time

import msgspec

from stellwerk.server.errors import Refusal
from stellwerk.server.sandbox import jobs, process


def do(job: jobs.Job) -> bytes:
    """Take too much of something, or tell the environment."""
    assert isinstance(job, jobs.CheckBoard)
    match job.text:
        case "memory":
            return bytes(len(bytearray(4 << 30)))
        case "processor":
            while True:
                pass
        case "clock":
            time.sleep(600)
        case "answer":
            return bytes(64 << 20)
        case "mistake":
            raise ZeroDivisionError
        case "number":
            raise Refusal("no_seat", seat=10**30)
        case "end":
            os._exit(0)
    return msgspec.json.encode(dict(os.environ))


if __name__ == "__main__":
    process.get_ready = lambda: None
    jobs.do = do
    process.main()
