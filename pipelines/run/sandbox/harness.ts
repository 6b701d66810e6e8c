// Python that the sandbox prepares. A program and its tests run in two interpreters: between them go plain values as text, so that tests
// compare values that no program has made, and no program is in the same memory as a right result.

/** Modules that programs and tests often need: they are at hand at once. */
const PRELOADED = `abc array ast base64 bisect cmath collections collections.abc contextlib copy csv dataclasses datetime decimal enum fractions
functools hashlib heapq inspect io itertools json keyword math numbers operator os os.path queue random re statistics string struct sys textwrap time traceback
types typing unicodedata unittest.mock uuid`;

/** Python that is run before the memory is kept from which interpreters are made. */
export const PRELOAD = `
import importlib
for name in """${PRELOADED}""".split():
    importlib.import_module(name)
del importlib, name
`;

/** Takes the modules of the bridge to JavaScript away, so that a program which imports one gets an error; the bridge itself is closed by imports.ts. */
const WITHOUT_BRIDGE = `
import sys, gc
bridge = {"js", "pyodide", "_pyodide", "pyodide_js", "_pyodide_core", "pyodide_http", "ctypes", "_ctypes"}
for finder in sys.meta_path:
    getattr(finder, "jsproxies", {}).clear()
for name in [*bridge, *sys.modules]:
    if name.partition(".")[0] in bridge:
        sys.modules[name] = None
sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__module__", "").startswith(("_frozen", "importlib")) or getattr(finder, "__name__", "") in ("BuiltinImporter", "FrozenImporter", "PathFinder")]
sys.modules["__main__"].__dict__.pop("_pyodide_core", None)
`;

/**
 * Values as text and back, on both sides. A subclass of a plain class is written as the plain value in it; another object stays where it
 * is and gets a number, by which the other side can call it.
 */
const EXCHANGE = `
import json, types, collections, datetime, decimal, fractions, importlib, traceback
kept = []

def encode(value):
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        number = int.__index__(value)
        return number if -2 ** 53 < number < 2 ** 53 else {"int": hex(number)}
    if isinstance(value, float):
        return {"float": float.hex(value)}
    if isinstance(value, list):
        return [encode(each) for each in list.__iter__(value)]
    if isinstance(value, tuple):
        fields = getattr(kind, "_fields", None)
        form = {"tuple": [encode(each) for each in tuple.__iter__(value)]}
        return form if fields is None else {**form, "name": kind.__name__, "fields": list(fields)}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(each)] for key, each in dict.items(value)], "kind": next((each.__name__ for each in (collections.Counter, collections.OrderedDict) if isinstance(value, each)), "dict")}
    for each in (set, frozenset, collections.deque, range):
        if isinstance(value, each):
            return {"items": [value.start, value.stop, value.step] if each is range else [encode(one) for one in each.__iter__(value)], "kind": each.__name__}
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).hex(), "kind": "bytes" if isinstance(value, bytes) else "bytearray"}
    if isinstance(value, complex):
        return {"complex": [encode(value.real), encode(value.imag)]}
    if isinstance(value, fractions.Fraction):
        return {"fraction": [encode(value.numerator), encode(value.denominator)]}
    if isinstance(value, decimal.Decimal):
        return {"decimal": decimal.Decimal.__str__(value)}
    for each in (datetime.datetime, datetime.date, datetime.time):
        if isinstance(value, each):
            return {"moment": each.isoformat(value), "kind": each.__name__}
    if isinstance(value, datetime.timedelta):
        return {"period": [value.days, value.seconds, value.microseconds]}
    if isinstance(value, types.ModuleType):
        return {"module": value.__name__}
    if kind is Remote:
        return {"yours": remote_number(value)}
    kept.append(value)
    form = {"mine": len(kept) - 1, "class": kind.__name__}
    if isinstance(value, type):
        form["class"] = value.__name__
        form["bases"] = [each.__name__ for each in value.__mro__] if issubclass(value, BaseException) else []
    return form

def decode(form):
    if isinstance(form, list):
        return [decode(each) for each in form]
    if not isinstance(form, dict):
        return form
    if "tuple" in form:
        values = [decode(each) for each in form["tuple"]]
        return collections.namedtuple(form["name"], form["fields"], rename=True)(*values) if "fields" in form else tuple(values)
    if "dict" in form:
        pairs = {decode(key): decode(each) for key, each in form["dict"]}
        return {"Counter": collections.Counter, "OrderedDict": collections.OrderedDict, "dict": dict}[form["kind"]](pairs)
    if "items" in form:
        items = [decode(each) for each in form["items"]]
        return range(*items) if form["kind"] == "range" else {"set": set, "frozenset": frozenset, "deque": collections.deque}[form["kind"]](items)
    if "bytes" in form:
        return {"bytes": bytes, "bytearray": bytearray}[form["kind"]].fromhex(form["bytes"])
    if "int" in form:
        return int(form["int"], 16)
    if "float" in form:
        return float.fromhex(form["float"])
    if "complex" in form:
        return complex(*map(decode, form["complex"]))
    if "fraction" in form:
        return fractions.Fraction(*map(decode, form["fraction"]))
    if "decimal" in form:
        return decimal.Decimal(form["decimal"])
    if "moment" in form:
        return {"datetime": datetime.datetime, "date": datetime.date, "time": datetime.time}[form["kind"]].fromisoformat(form["moment"])
    if "period" in form:
        return datetime.timedelta(*form["period"])
    if "module" in form and form["module"].partition(".")[0] in sys.stdlib_module_names:
        return importlib.import_module(form["module"])
    if "yours" in form:
        return kept[form["yours"]]
    if form.get("bases"):
        return error_class(form["bases"])
    return Remote(form["mine"], form["class"])

def request(operation, number, *values, **named):
    """Has the other side do something with an object that it keeps."""
    reply = json.loads(ask(json.dumps({"do": operation, "with": number, "values": [encode(each) for each in values], "named": {key: encode(each) for key, each in named.items()}})))
    if "error" in reply:
        error = error_class(reply["error"])
        try:
            raised = error(*map(decode, reply["values"]))
        except Exception:
            raised = Exception(reply["text"])
        raise raised
    for value, form in zip(values, reply.get("changed", [])):
        if form is not None:
            change(value, decode(form))
    return decode(reply["value"])

def change(value, changed):
    """Repeats in a list, dictionary, set or bytearray that was handed over what the other side has changed in it."""
    if isinstance(value, (list, bytearray)):
        value[:] = changed
    else:
        value.clear()
        value.update(changed)

classes = {}

def error_class(names):
    """The class of an error by the names of its class and of the classes above it."""
    name = names[0]
    if isinstance(getattr(builtins, name, None), type):
        return getattr(builtins, name)
    if name not in classes:
        above = next((getattr(builtins, each) for each in names if isinstance(getattr(builtins, each, None), type)), Exception)
        classes[name] = type(name, (above if issubclass(above, BaseException) else Exception,), {"__module__": "answer"})
    return classes[name]

def remote_number(value):
    return object.__getattribute__(value, "_number")

class Remote:
    """An object of the other side that is no plain value: it can be called, read and gone through, not compared."""
    def __init__(self, number, name):
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_name", name)
    def __call__(self, *values, **named):
        return request("call", remote_number(self), *values, **named)
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return request("attribute", remote_number(self), name)
    def __setattr__(self, name, value):
        request("set", remote_number(self), name, value)
    def __iter__(self):
        return request("iterate", remote_number(self))
    def __next__(self):
        return request("next", remote_number(self))
    def __len__(self):
        return request("length", remote_number(self))
    def __getitem__(self, key):
        return request("item", remote_number(self), key)
    def __setitem__(self, key, value):
        request("setitem", remote_number(self), key, value)
    def __str__(self):
        return request("text", remote_number(self))
    def __repr__(self):
        return request("repr", remote_number(self))
    def refused(self, *_):
        raise TypeError("the result is of the class " + object.__getattribute__(self, "_name") + ", which is no plain value and cannot be compared")
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __contains__ = __hash__ = refused

changing = (list, dict, set, bytearray)

def perform(job, may=("call", "next", "iterate")):
    """Does what the other side asks for."""
    try:
        operation, target = job["do"], kept[job["with"]]
        if operation not in may:
            raise TypeError(operation + " is not allowed")
        values = [decode(each) for each in job["values"]]
        named = {key: decode(each) for key, each in job["named"].items()}
        value = operations[operation](target, *values, **named)
        changed = [encode(each) if isinstance(each, changing) else None for each in values] if operation == "call" else []
        return {"value": encode(value), "changed": [None if form == given else form for form, given in zip(changed, job["values"])]}
    except BaseException as error:
        return failure(error)

operations = {
    "call": lambda target, *values, **named: target(*values, **named), "attribute": getattr, "set": setattr, "iterate": iter, "next": next, "length": len,
    "item": lambda target, key: target[key], "setitem": lambda target, key, value: target.__setitem__(key, value), "text": str, "repr": repr
}

def last_line(error):
    lines = "".join(traceback.format_exception_only(error)).strip().split("\\n")
    return lines[-1][:400]

def failure(error):
    try:
        values = [encode(each) for each in error.args if isinstance(each, (str, int, float, tuple, list, dict, type(None)))]
        text = last_line(error)
    except BaseException:
        values, text = [], type(error).__name__
    return {"error": [each.__name__ for each in type(error).__mro__], "values": values, "text": text}
`;

const PROGRAM = `
module = types.ModuleType("answer")
sys.modules["answer"] = module
answer = module.__dict__

def encode_name(name, value):
    """A name of the standard library is that of the other side."""
    owner = getattr(value, "__module__", None)
    if owner in sys.stdlib_module_names and getattr(sys.modules.get(owner), name, None) is value:
        return {"module": owner, "name": name}
    return encode(value)

def define(source, entry):
    try:
        code = compile(source, "<answer>", "exec")
    except (SyntaxError, ValueError) as error:
        return {"kind": "syntax", "reason": last_line(error)}
    except BaseException as error:
        return {"kind": "raised", "reason": failure(error)["text"]}
    try:
        exec(code, answer)
    except BaseException as error:
        return {"kind": "raised", "reason": failure(error)["text"]}
    if entry is not None and not callable(answer.get(entry)):
        return {"kind": "undefined"}
    names = {}
    for name, value in list(answer.items()):
        if not (name.startswith("__") and name.endswith("__")):
            try:
                names[name] = encode_name(name, value)
            except BaseException:
                pass
    return {"kind": "defined", "names": names}

def serve(text, loads=json.loads, dumps=json.dumps, define=define, perform=perform, failure=failure, answer=answer, every=tuple(operations)):
    job = loads(text)
    if "source" in job:
        return dumps(define(job["source"], job["entry"]))
    if "do" in job:
        return dumps(perform(job, every))
    try:
        return dumps({"value": dumps(answer[job["entry"]](*loads(job["arguments"])))})
    except BaseException as error:
        return dumps({"error": failure(error)["text"]})
`;

const TESTS = `
import ast
setup_kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Pass)
space = {"__name__": "tests"}
codes = []

def split(source):
    """The statements of the tests: for each whether it is a test, and its text."""
    statements = []
    for node in ast.parse(source).body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        codes.append(compile(ast.Module([node], []), "<tests>", "exec"))
        statements.append([not is_docstring and not isinstance(node, setup_kinds), ast.get_source_segment(source, node) or ""])
    return statements

def attempt(index):
    try:
        exec(codes[index], space)
        return {}
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<tests>"]
        return {"error": failure(error)["text"], "line": lines[-1] if lines else None}

def serve(text):
    job = json.loads(text)
    if "tests" in job:
        try:
            return json.dumps({"statements": split(job["tests"])})
        except (SyntaxError, ValueError) as error:
            return json.dumps({"error": last_line(error)})
    if "names" in job:
        for name, form in job["names"].items():
            library = isinstance(form, dict) and "module" in form
            # By abs or math a test means Python's.
            if name != job["entry"] and not library and (hasattr(builtins, name) or name in sys.stdlib_module_names):
                continue
            try:
                space[name] = getattr(decode({"module": form["module"]}), name) if library and form.get("name") == name else decode(form)
            except Exception:
                pass # no module or value of this side
        return json.dumps({"defined": True})
    return json.dumps(perform(job) if "do" in job else attempt(job["index"]))
`;

/** Python that defines \`serve\`, which takes and gives text, by \`ask\`, which reaches the other interpreter: of a program, and of its tests. */
export const HARNESS = {
  program: `import builtins\n${WITHOUT_BRIDGE}${EXCHANGE}${PROGRAM}\nimport random\nrandom.seed(0)\ngc.collect()`,
  tests: `import builtins\n${WITHOUT_BRIDGE}${EXCHANGE}${TESTS}\nsys.set_int_max_str_digits(0)\nimport random\nrandom.seed(0)\ngc.collect()`
};
