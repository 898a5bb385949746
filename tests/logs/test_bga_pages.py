"""Where tables of Board Game Arena lie in a file: lines, whole files, saved pages, MIME files."""

import base64
import io
import json
import quopri

import pytest
from bga_tables import deal, draft, entry, packet, packets, page, page_log, table

from azul_analytics import logs
from azul_analytics.logs import bga
from azul_analytics.logs.files import LogFile
from azul_analytics.records import GameRecord, canonical, sha256

TABLE = table(deal("BBYR KKKK TTTT YYYY RRRR", 80) + draft("A", "1B1"))
LINE = json.dumps(TABLE).encode()
PAGE = page(page_log(deal("BBYR KKKK TTTT YYYY RRRR", 80) + draft("A", "1B1"))).encode()


def file_of(content):
    return LogFile("saved", lambda: io.BytesIO(content))


def read(content, ruleset=None, longest=2**24):
    return list(bga.read(file_of(content), ruleset, longest))


def told(content):
    """Line and code, or `game`, of everything in a file."""
    return [
        (record.origin.line, "game") if isinstance(record, GameRecord) else (record.line, record.code)
        for record in read(content)
    ]


def message_of(content):
    (unreadable,) = read(content)
    return unreadable.message


# lines


def test_a_line_is_a_table_and_a_bad_one_disturbs_no_other():
    content = b"\n".join([LINE, b"{", b"", LINE, b"17", b'{"status":"0","error":"no"}', LINE[:500], LINE])
    assert told(content) == [
        (1, "game"), (2, "bad-json"), (4, "game"), (5, "bad-json"), (6, "bad-field"), (7, "bad-json"),
        (8, "game"),
    ]  # fmt: skip


@pytest.mark.parametrize("first", [b"{", LINE[:500], b'{"a":NaN}', b"[" * 65 + b"]" * 65, b"no json", b"\xff"])
def test_a_bad_first_line_is_only_one_line(first):
    assert told(first + b"\n" + LINE + b"\n" + LINE) == [(1, "bad-json"), (2, "game"), (3, "game")]


@pytest.mark.parametrize("indent", [0, 1, 4])
def test_a_table_may_stand_on_many_lines(indent):
    content = b"\n" + json.dumps(TABLE, indent=indent).encode() + b"\n"
    assert told(content) == [(2, "game")]
    assert told(content[:-90]) == [(2, "bad-json")]


def test_a_list_of_packets_may_have_one_a_line():
    lines = ",\n".join(json.dumps(one) for one in packets(deal("BBYR KKKK TTTT YYYY RRRR")))
    assert told(f"[\n{lines}\n]\n".encode()) == [(1, "game")]


def test_an_empty_file_holds_nothing():
    assert read(b"") == read(b"\n \n") == []


def test_a_line_that_is_too_long_is_not_read():
    assert [record.code for record in read(LINE, longest=100)] == ["bad-json"]


def test_origins_are_the_same_whatever_the_file():
    (in_line,), (on_lines,) = read(b"\n" + LINE), read(json.dumps(TABLE, indent=1).encode())
    assert (in_line.origin.file, in_line.origin.line) == ("saved", 2)
    assert in_line.origin.canonical == on_lines.origin.canonical
    assert in_line.origin.hash == sha256(in_line.origin.canonical)


def test_faults_carry_the_hash_of_what_was_found_and_the_game_where_it_is_known():
    broken = json.loads(LINE)
    broken["options"]["100"] = "x"
    (fault,) = read(json.dumps(broken).encode())
    assert (fault.game_id, fault.hash) == ("bga/7001", sha256(canonical(broken)))
    (fault,) = read(b"{")
    assert (fault.game_id, fault.hash) == (None, sha256(b"{"))


def test_a_named_ruleset_replaces_what_the_table_says():
    (record,) = read(LINE, ruleset="gray")
    assert record.ruleset == "gray"


# pages


def test_the_log_of_a_page_is_what_it_assigns():
    assert told(PAGE) == [(6, "game")]


@pytest.mark.parametrize("write", ["var g_gamelogs={}", "g_gamelogs\n=\n{}", "window.g_gamelogs = {};x = 1"])
def test_assignments_are_written_in_several_ways(write):
    script = write.replace("{}", json.dumps(TABLE["logs"]))
    assert told(b"<script>" + script.encode() + b"</script>") == [(1, "game")]


def test_what_only_looks_like_the_log_is_passed_over():
    shown = b"<p>g_gamelogs = {what}</p>\n<script>if (g_gamelogs == null) {}\n</script>\n"
    assert told(shown + PAGE) == [(9, "game")]


def test_brackets_within_texts_are_no_brackets():
    chat = entry("chat", {"text": 'a "} ] { g_gamelogs = {'})
    log = page_log([*deal("BBYR KKKK TTTT YYYY RRRR"), chat])
    assert told(page(log).encode()) == [(6, "game")]


def test_a_page_that_ends_too_early_is_cut_off():
    assert told(PAGE[:900]) == [(6, "bad-json")]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<b>You have reached a limit (replay)</b> <a>Home</a>", 'says "You have reached a limit (replay)"'),
        ("<p>You must be logged in to see this</p>", 'says "You must be logged in to see this"'),
        ("<form><input type='password' name=p></form>", 'it asks to log in (its title is "A & B")'),
        ("<p>Welcome</p>", 'it assigns no log to g_gamelogs (its title is "A & B")'),
        ("<script>g_gamelogs = null;</script>", "it assigns no log to g_gamelogs"),
        ('<script>g_gamelogs = {"status":"0","error":"Gone"};</script>', "Board Game Arena says 'Gone'"),
    ],
)
def test_a_page_that_is_no_replay_says_why(body, reason):
    content = f"<!DOCTYPE html><html><title>A &amp;\n B</title><body>{body}</body></html>".encode()
    assert told(content) == [(2 if "status" in body else 1, "bad-field")]  # the title has two lines
    assert reason in message_of(content)


def test_a_replay_of_another_game_is_told():
    other = page({"status": 1, "data": {"data": [packet([entry("playTile", {})], 1)]}}).encode()
    assert message_of(other) == "data.data: found playTile, expected factoriesFilled: this is no game of Azul"


# MIME files


def mime(content, encoding, kind="text/html"):
    pack = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes, "8bit": bytes}[encoding]
    head = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=part\r\n\r\n--part\r\n"
    part = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return (head + part).encode() + pack(content) + b"\r\n--part--\r\n"


# seven lines stand before the page, whose sixth assigns the log; base64 keeps no lines
@pytest.mark.parametrize(("encoding", "line"), [("quoted-printable", 13), ("8bit", 13), ("base64", 1)])
def test_a_page_may_be_packed_in_a_mime_file(encoding, line):
    assert told(mime(PAGE, encoding)) == [(line, "game")]


def test_a_log_whose_name_is_broken_over_two_lines_is_found():
    content = mime(PAGE, "quoted-printable").replace(b";g_gamelogs =3D", b";g_game=\r\nlogs =3D")
    assert told(content) == [(13, "game")]


def test_a_mime_file_without_a_page_or_a_log_says_so():
    assert message_of(mime(PAGE, "8bit", "text/plain")) == "this MIME file holds no page (text/html)"
    assert message_of(mime(b"<p>You have reached a limit (replay)</p>", "base64")) == (
        'this page is no replay: Board Game Arena says "You have reached a limit (replay)"'
    )
    assert told(mime(PAGE, "8bit")[:200]) == [(1, "bad-field")]


# formats


@pytest.mark.parametrize(
    "head",
    [
        LINE, json.dumps(TABLE, indent=2).encode(), b'[{"channel":"/table/t1"',
        b'[{"channel": "\\/table\\/t1"', PAGE, b"\n <html>", mime(PAGE, "base64"),
        b'{"status":"0","error":"no"}', b'{"code":100,"error":"no"}',
    ],
)  # fmt: skip
def test_files_are_taken_for_logs_of_board_game_arena(head):
    assert bga.looks_like(head)
    assert logs.detect(file_of(head)) == "bga"


@pytest.mark.parametrize(
    "head",
    [b"", b"table_id", b'{"format":"azul-log/1","meta":{"table_id":1}}', b'{"rounds":[]}', b"From here"],
)
def test_other_files_are_not(head):
    assert not bga.looks_like(head)


# hostile files: what could take quadratic time with many brackets, quotes or tags
@pytest.mark.parametrize(
    "content",
    [
        b"<html>" + b"g_gamelogs={" * 20000, b"<html>g_gamelogs={" + b'"\\"' * 100000, b"<" * 200000,
        b"<script>" * 50000, b"<input " * 30000, b"[" * 200000, b"<p>" + b"Unfortunately this game " * 10000,
        b"MIME-Version: 1.0\n\n" + b"g=\n" * 50000, b"{\n" * 50000,
    ],
    ids=range(9),
)  # fmt: skip
def test_hostile_files_end_in_one_fault(content):
    assert told(content)[0][1] in ("bad-json", "bad-field")
