// Attacks of a program on its verdict: the tests are in another interpreter, so that no program makes them pass by changing Python.
import {describe, expect, test} from "vitest";
import {adding, called, sandboxOfTests} from "./programs.js";

const {outcome} = sandboxOfTests();
const RIGHT = "def f(a, b):\n    return a + b\n";
const WRONG = "def f(a, b):\n    return 0\n";

/** Reaches a function of JavaScript through what pyodide.webloop holds. */
const REACH = `
import types
def below(c, seen):
    if c in seen: return
    seen.add(c)
    try: subs = type.__subclasses__(c)
    except Exception: return
    for s in subs:
        yield s
        yield from below(s, seen)
js = None
for s in below(object, set()):
    for v in list(s.__dict__.values()):
        if type(v) is types.FunctionType and v.__module__ == "pyodide.webloop":
            js = v.__globals__.get("scheduleCallback") or js
`;
const ANY = "    def __eq__(s, o): return True\n    __hash__ = int.__hash__\n";
/** Results that are equal to anything in the interpreter of the program. */
const EQUAL: Record<string, string> = {
  "a class": `class A:\n${ANY}def f(a, b):\n    return A()`,
  "a number": `class A(int):\n${ANY}def f(a, b):\n    return A(0)`,
  "a number of a trusted module": `class A(int):\n${ANY}    __eq__.__module__ = "collections"\ndef f(a, b):\n    return A(0)`,
  "a number whose equality is an object": `class T:\n    def __call__(s, *a): return True\nclass A(int):\n    __eq__ = T()\n    __hash__ = int.__hash__\ndef f(a, b):\n    return A(0)`,
  "a number with a metaclass": `class M(type):\n    def __getattribute__(c, n): return int.__eq__ if n == "__eq__" else type.__getattribute__(c, n)\nclass A(int, metaclass=M):\n${ANY}def f(a, b):\n    return A(0)`,
  "a text, a list and a float": `class S(str):\n${ANY}class L(list):\n    def __eq__(s, o): return True\nclass F(float):\n${ANY}def f(a, b):\n    return [S("x"), L(), F(0)][a % 3]`,
  "an object of a foreign class": "import unittest.mock\ndef f(a, b):\n    return unittest.mock.ANY",
  "an object that says it is a number": `class A:\n    __class__ = int\n${ANY}def f(a, b):\n    return A()`
};
/** Programs that change their interpreter and then answer wrongly. */
const CHANGES: Record<string, string> = {
  "builtins and names of tests": `import builtins\nfor name in ("abs", "all", "len", "sum", "isinstance"): setattr(builtins, name, lambda *_: True)\nabs = all = len = lambda *_: True\nbuiltins.AssertionError = type("A", (), {})\n${WRONG}`,
  "sys.modules": `import sys, types\nfor name in ("math", "json", "ast", "builtins"): sys.modules[name] = types.ModuleType(name)\n${WRONG}`,
  "json, so that it forges replies": `import json, json.encoder\nsay = lambda *a, **k: '{"kind": "tried", "results": [{}, {}], "value": 3}'\njson.dumps = say\njson.encoder.JSONEncoder.encode = say\njson._default_encoder.encode = say\n${WRONG}`,
  "the functions that answer for it": `import gc, types\nfor each in gc.get_objects():\n    if type(each) is types.FunctionType and each.__name__ in ("define", "perform", "serve", "encode", "request"): each.__code__ = (lambda *a, **k: {"value": 3, "kind": "defined", "names": {}}).__code__\n${WRONG}`,
  "the frames of its callers": `import sys\nframe = sys._getframe()\nwhile frame:\n    frame.f_globals["answer"] = frame.f_globals["kept"] = []\n    frame = frame.f_back\n${WRONG}`,
  "what the collector lists": `import gc\nfor each in gc.get_objects():\n    if type(each) is dict and "loads" in each: each.clear()\n${WRONG}`,
  "requests to the tests": `import gc\nfor each in gc.get_objects():\n    if type(each) is dict and "ask" in each:\n        for job in ('{"names": {"f": 3}, "entry": "f"}', '{"tests": ""}', '{"index": 0}', '{"do": "call", "with": -1, "values": [], "named": {}}', 'no json'):\n            try: each["ask"](job)\n            except BaseException: pass\n${WRONG}`
};
/** Ends and errors that are no result. */
const ENDS: Record<string, string> = {
  "an exit inside finally": "import sys\ndef f(a, b):\n    try: return a + b\n    finally: sys.exit(0)",
  "an error with a custom text": `class E(Exception):\n    def __str__(self): return "passed 2 of 2 tests"\ndef f(a, b):\n    raise E()`,
  "an error whose text is an error":
    "class E(Exception):\n    def __str__(self): raise SystemExit(0)\ndef f(a, b):\n    raise E()",
  "an error whose class has no name":
    'class E(Exception): pass\nE.__name__ = ""\nE.__qualname__ = ""\ndef f(a, b):\n    raise E()',
  "a thread": `import threading\nthreading.Thread(target=print).start()\n${RIGHT}`,
  "no end of recursion": "def f(a, b):\n    return f(a, b)",
  "a deep result": "def f(a, b):\n    x = []\n    for _ in range(10 ** 5): x = [x]\n    return x",
  "a result that holds itself": "def f(a, b):\n    x = []\n    x.append(x)\n    return x",
  "10^6 lines": `for i in range(10 ** 6): print(i)\n${RIGHT}`,
  "a signal to itself": `import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n${RIGHT}`
};

describe("a wrong program does not pass", () => {
  test.for([...Object.entries(EQUAL), ...Object.entries(CHANGES), ...Object.entries(ENDS)])("by %s", async ([, source]) => {
    expect((await outcome(adding(source))).failure).not.toBeNull();
    expect((await outcome(called(source))).failure).not.toBeNull();
    expect(await outcome(adding(`${RIGHT}# after ${JSON.stringify(source)}`))).toMatchObject({failure: null, passed: 2});
  });

  test("by a pollution of JavaScript's prototypes: the bridge is closed", async () => {
    for (const use of ["js.valueOf.call", "js()", "js.foo = 1", "dir(js)", "bool(js)", "js == 1", "[*js]"])
      expect(await outcome(adding(`${REACH}assert js is not None\n${use}\n${RIGHT}`)), use).toMatchObject({failure: "stopped"});
    expect((await outcome(adding(WRONG))).failure).toBe("wrong_result");
  });

  test("by a file or a folder that it has left", async () => {
    const leave = "import os\nopen('/tmp/left', 'w').write('3')\nos.chdir('/tmp')\n";
    expect(await outcome(adding(leave + RIGHT))).toMatchObject({failure: null});
    const look = "import os\nassert not os.path.exists('/tmp/left') and os.getcwd() != '/tmp'\n";
    expect(await outcome(adding(look + RIGHT))).toMatchObject({failure: null});
  });
});

test("time that a program sets for itself does not count", async () => {
  const source =
    "import time, sys\ntime.time = time.process_time = time.perf_counter = lambda: 0\nsys.setswitchinterval(1e9)\ndef f(a, b):\n    while True: pass";
  expect(await outcome(adding(source, {milliseconds: 500}))).toMatchObject({failure: "timed_out"});
});

test("tests see errors, classes, functions, iterators and changed arguments of a program as if it were with them", async () => {
  const source = `
from collections import namedtuple, Counter
from fractions import Fraction
import math
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def total(self): return self.a + self.b
class Odd(ValueError): pass
Point = namedtuple("Point", "x y")
def f(a, b): return a + b
def sort(values): values.sort()
def fill(board): board[0][0] = 1
def odd(n): raise Odd("odd", n)
def add(n): return lambda m: n + m
def count(n):
    while True:
        yield n
        n += 1
def each(g, values): return [g(value) for value in values]
def chain(pairs): return max(pair.b for pair in pairs)
def some(): return [Point(1, 2.0), Counter("aab"), Fraction(1, 3), {1: {2, 3}}, 2 ** 200, float("inf"), b"x", range(3), 1.0, None, (1,)]
`;
  const tests = `
import itertools
assert f(2 ** 70, 1) == 2 ** 70 + 1
x = [3, 1, 2]
sort(x)
assert x == [1, 2, 3]
y = [[0], [0]]
fill(y)
assert y == [[1], [0]]
try:
    odd(3)
    assert False
except Odd as error:
    assert error.args == ("odd", 3) and isinstance(error, ValueError)
assert add(2)(3) == 5
assert list(itertools.islice(count(5), 3)) == [5, 6, 7]
assert each(lambda n: n * n, [1, 2, 3]) == [1, 4, 9]
assert chain([Pair(1, 2), Pair(3, 4)]) == 4
assert Pair(1, 2).total() == 3 and Pair(5, 6).a == 5
assert some() == [(1, 2.0), Counter("aab"), Fraction(1, 3), {1: {2, 3}}, 2 ** 200, float("inf"), b"x", range(3), 1.0, None, (1,)]
assert some()[0].x == 1 and type(some()[8]) is float
assert math.isclose(f(0.1, 0.2), 0.3)
`;
  expect(await outcome(adding(source, {tests}))).toMatchObject({failure: null});
});
