// What a program of a model may not do: each attempt is stopped and scored, and the next program runs as if nothing had been.
import {describe, expect, test} from "vitest";
import {adding, called, sandboxOfTests} from "./programs.js";

const {outcome} = sandboxOfTests();
const RIGHT = "def f(a, b):\n    return a + b\n";
const WRONG = "def f(a, b):\n    return 0\n";
const EQUAL_TO_ALL = "class All:\n    def __eq__(self, other):\n        return True\n";

/** Puts an attempt in front of a right program, so that it fails only if the attempt does. */
const before = (lines: string) => `${lines}\n${RIGHT}`;

test.for<[what: string, source: string, failure: string, reason: RegExp]>([
  ["an endless loop", "def f(a, b):\n    while True:\n        pass", "timed_out", /processor time/u],
  [
    "an endless loop that catches what stops it",
    "def f(a, b):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass",
    "timed_out",
    /processor time/u
  ],
  ["one huge allocation", "def f(a, b):\n    [0] * 10 ** 9\n    return a + b", "stopped", /MemoryError/u],
  ["many allocations", "def f(a, b):\n    kept = []\n    while True: kept.append(bytearray(10 ** 7))", "stopped", /MemoryError/u],
  ["a file of the host", before("open('/etc/passwd').read()"), "raised_error", /FileNotFoundError/u],
  ["a file that is written outside", before("open('/work', 'w')\nopen('/etc/hosts')"), "raised_error", /FileNotFoundError/u],
  ["a connection", before("import socket\nsocket.create_connection(('127.0.0.1', 80), 1)"), "raised_error", /OSError/u],
  [
    "a page of the web",
    before("import urllib.request\nurllib.request.urlopen('http://127.0.0.1/')"),
    "raised_error",
    /URLError/u
  ],
  ["a shell", before("import os\nraise Exception(os.system('true'))"), "raised_error", /Exception: 32512/u],
  ["a process", before("import subprocess\nsubprocess.run(['true'])"), "raised_error", /OSError/u],
  ["a fork", before("import os\nos.fork()"), "raised_error", /OSError/u],
  ...["js", "pyodide_js", "pyodide.code", "_pyodide", "_pyodide_core", "ctypes"].map((name): [string, string, string, RegExp] => [
    `module ${name}`,
    before(`import ${name}`),
    "raised_error",
    /ImportError|ModuleNotFoundError/u
  ]),
  [
    "modules of the bridge that are made importable again",
    before("import sys, importlib\nfor name in ('js', 'pyodide_js'): sys.modules.pop(name)\nimportlib.import_module('js')"),
    "raised_error",
    /ModuleNotFoundError/u
  ],
  ["a billion characters in one print", before("print('x' * 10 ** 9)"), "stopped", /MemoryError|output/u],
  ["endless prints", before("while True: print('x' * 10 ** 5)"), "stopped", /1 MB of output/u],
  ["the end of the process", before("import os\nos._exit(0)"), "stopped", /ended/u],
  ["SystemExit(0) at once", "raise SystemExit(0)", "stopped", /SystemExit/u],
  ["SystemExit(0) within a test", "import sys\ndef f(a, b):\n    sys.exit(0)", "stopped", /SystemExit/u],
  ["a stack without limit", "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(a, b):\n    return f(a, b)", "stopped", /ended/u]
])("%s is stopped and scored, and the next program runs", async ([, source, failure, reason]) => {
  expect(await outcome(adding(source))).toMatchObject({failure, reason: expect.stringMatching(reason), passed: 0});
  expect(await outcome(adding(`${RIGHT}# after ${source.length} ${failure}`))).toMatchObject({
    failure: null,
    passed: 2,
    tests: 2
  });
});

describe("a wrong program does not pass", () => {
  test.for<[what: string, source: string]>([
    ["by printing that it has", `print("passed", "2 passed")\n${WRONG}`],
    [
      "by builtins of its own",
      `import builtins\nbuiltins.AssertionError = builtins.Exception\nbuiltins.all = lambda *_: True\n${WRONG}`
    ],
    ["by a result that is equal to all", `${EQUAL_TO_ALL}def f(a, b):\n    return All()`],
    [
      "by a number that is equal to all",
      "class N(int):\n    def __eq__(self, other):\n        return True\ndef f(a, b):\n    return N(0)"
    ],
    ...["sys._getframe(1)", "inspect.currentframe().f_back", "caught().__traceback__.tb_frame.f_back.f_back"].map(
      (frame): [string, string] => [
        `by the names of its tests, reached by ${frame}`,
        `import sys, inspect\n${EQUAL_TO_ALL}def caught():\n    try: 1 / 0\n    except Exception as error: return error\ndef f(a, b):\n    names = ${frame}.f_globals\n    for name in list(names):\n        if name[0] == "t" and len(name) == 25: names[name] = lambda _: All()\n    return 0`
      ]
    ),
    ["by objects that the collector lists", `import gc\ngc.get_objects()\n${WRONG}`],
    [
      "by what the tests are read with",
      `import ast\nown = [each for each in ast.NodeTransformer.__subclasses__() if each.__name__ == "Operands"]\nown[0].visit_Assert.__globals__["prepare"]\n${RIGHT}`
    ],
    ["by what is left in the main module", `import __main__\n__main__.prepare\n${RIGHT}`]
  ])("%s", async ([, source]) => {
    expect((await outcome(adding(source))).failure).not.toBeNull();
    expect((await outcome(called(source))).failure).not.toBeNull();
  });

  test("and what it has changed does not help the next", async () => {
    const patch =
      "import builtins, math, sys, json\nbuiltins.sum = lambda *_: 3\nmath.gcd = lambda *_: 3\njson.dumps = lambda *_: '3'\nsys.left = 3\nleft = 3\n";
    await outcome(adding(patch + WRONG));
    await outcome(called(patch + WRONG));
    for (const value of ["sum([a])", "math.gcd(a, 0)", "sys.left", "left"]) {
      const source = `import math, sys\ndef f(a, b):\n    return ${value}`;
      expect((await outcome(adding(source, {tests: "assert f(4, 2) == 3"}))).failure, value).not.toBeNull();
    }
    expect(await outcome(called(`${RIGHT}# json again`))).toMatchObject({failure: null, passed: 2});
  });
});

test("ordinary Python runs: data classes, named tuples, enumerations, caches, type hints, the standard library", async () => {
  const source = `
from dataclasses import dataclass, field
from collections import namedtuple, deque, Counter
from typing import NamedTuple, get_type_hints
import functools, enum, logging, heapq, csv, difflib, asyncio, itertools, statistics
@dataclass(order=True)
class P:
    x: int
    y: 'int' = 3
N = namedtuple('N', 'a b')
class M(NamedTuple):
    a: int
E = enum.Enum('E', 'a b')
@functools.lru_cache(None)
def f(a: int, b: int) -> int:
    get_type_hints(P)
    logging.info("not shown")
    async def g():
        return P(a).x + N(0, b).b
    def h():
        yield M(a).a
    return (next(h()) - a) + sum([P(a).x, P(b).x])
`;
  expect(await outcome(adding(source))).toMatchObject({failure: null, passed: 2});
});

test("programs without Python, without the function and with an error of their own are told apart", async () => {
  expect(await outcome(adding("def f(a, b) return a"))).toMatchObject({failure: "syntax_error"});
  expect(await outcome(adding("def g(a, b):\n    return a + b"))).toMatchObject({
    failure: "no_function",
    reason: "no function f"
  });
  expect(await outcome(adding("def f(a, b):\n    return a / 0"))).toMatchObject({
    failure: "raised_error",
    reason: expect.stringContaining("ZeroDivisionError")
  });
  expect(await outcome(adding("def f(a, b):\n    return 3"))).toMatchObject({failure: "wrong_result", passed: 1, tests: 2});
  expect(await outcome(called("def f(a, b):\n    return 3"))).toMatchObject({
    failure: "wrong_result",
    passed: 1,
    tests: 2,
    reason: "f(5, 5) gave 3 instead of 10"
  });
  expect(await outcome(called("def f(a, b):\n    return {1, 2}"))).toMatchObject({failure: "raised_error", passed: 0});
});
