import pytest

from azul_analytics.logs.fields import Field, FieldError, decode


def fault(read, *args):
    with pytest.raises(FieldError) as caught:
        read(*args)
    return caught.value.code, caught.value.message


def test_paths_lead_to_the_value():
    field = Field({"data": {"logs": [{"args": {"line": "x"}}]}})
    line = next(iter(field.at("data").at("logs").items())).at("args").at("line")
    assert fault(line.integer) == (
        "bad-field", 'data.logs[0].args.line: found "x", expected a whole number'
    )  # fmt: skip


def test_what_is_missing_is_said_with_its_path():
    assert fault(Field({"a": {}}).at("a").at, "b") == ("bad-field", "a.b: missing")
    assert fault(Field({"a": {"b": None}}).at("a").at, "b") == ("bad-field", "a.b: missing")
    assert Field({"a": None}).get("a") is None


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("3", 3), ("-14", -14), (0, 0), ("999999999999999", 10**15 - 1)])
def test_whole_numbers_may_be_text(value, number):
    assert Field(value).integer() == number


# True is no number although Python says so; digits of other scripts and numbers beyond any game are none
@pytest.mark.parametrize("value", [True, None, 1.0, "1.0", "", " 1", "x", [], {}, "\u0663", 10**15, "1" * 5000])
def test_what_is_no_whole_number_is_refused(value):
    assert fault(Field(value, "here").integer)[0] == "bad-field"


def test_limits_of_a_whole_number_are_said():
    assert fault(Field("6", "line").whole, 1, 5) == (
        "bad-field", 'line: found "6", expected a whole number from 1 to 5'
    )  # fmt: skip
    assert fault(Field(6, "ply").whole, 7, 7)[1] == "ply: found 6, expected 7"


@pytest.mark.parametrize(("value", "number"), [(2, 2.0), (2.5, 2.5), ("2.5", 2.5), ("1700000000", 1.7e9)])
def test_numbers(value, number):
    assert Field(value).number() == number


@pytest.mark.parametrize("value", [True, "1e5", "nan", None, [], 1e300])
def test_what_is_no_number_is_refused(value):
    assert fault(Field(value).number)[0] == "bad-field"


@pytest.mark.parametrize(("value", "flag"), [(True, True), (1, True), ("1", True), ("false", False), (0, False)])
def test_flags(value, flag):
    assert Field(value).flag() is flag


@pytest.mark.parametrize("value", [None, 2, "yes", [], {}, ""])
def test_what_is_no_flag_is_refused(value):
    assert fault(Field(value).flag)[0] == "bad-field"


def test_lists_may_be_objects_and_an_empty_list_is_an_empty_object():
    assert [item.value for item in Field({"0": "a", "2": "b"}).items()] == ["a", "b"]
    assert list(Field([]).members()) == []
    assert fault(list, Field("ab").items())[1] == 'the record: found "ab", expected a list'
    assert fault(Field([1], "args").object)[1] == "args: found a list of 1, expected an object"


def test_decoding_tells_no_json_from_numbers_that_nothing_holds():
    assert decode(b'{"a":1,"a":2}') == {"a": 2}
    assert fault(decode, b'{"a":NaN}')[0] == "bad-json"
    assert fault(decode, b"[" * 65 + b"]" * 65)[0] == "bad-json"
    assert decode(b"[" * 64 + b"]" * 64)
    assert fault(decode, b"[1e400]")[0] == "bad-field"
