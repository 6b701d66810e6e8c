// What the sandbox prepares in Python before any program of a model runs. All of it is part of the state that is restored after each program.

/** Modules that programs and tests often need: they are at hand at once, and tests are given copies that no program has touched. */
const PRELOADED = `abc array ast base64 bisect cmath collections collections.abc contextlib copy dataclasses datetime decimal enum fractions
functools hashlib heapq inspect io itertools json keyword math numbers operator os os.path queue random re statistics string struct sys textwrap time traceback
types typing unicodedata unittest.mock uuid`;

/**
 * Python that defines: `answer`, the namespace of programs; `split`, which reads tests; `prepare`, the namespace of tests; `call` and
 * `defined`. Afterwards the bridge to JavaScript and foreign functions cannot be imported any more, nor can programs reach these functions.
 */
export const HARNESS = `
import sys, types, builtins, importlib
for name in """${PRELOADED}""".split():
    importlib.import_module(name)
import ast, json, random

bridge = {"js", "pyodide", "_pyodide", "pyodide_js", "_pyodide_core", "pyodide_http", "ctypes", "_ctypes"}
pristine = {name: dict(module.__dict__) for name, module in list(sys.modules.items())
            if isinstance(module, types.ModuleType) and name != "__main__" and name.partition(".")[0] not in bridge}
builtin_names = dict(builtins.__dict__)
plain_types = (type(None), bool, int, float, complex, str, bytes, bytearray, range, type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
own_equality = {"collections", "fractions", "decimal", "datetime", "numbers", "_pydecimal", "_pydatetime", "array"}

module = types.ModuleType("answer")
sys.modules["answer"] = module
answer = module.__dict__

def plain(value, type=type, getattr=getattr, isinstance=isinstance, FunctionType=types.FunctionType, plain_types=plain_types, own=own_equality):
    kind = type(value)
    if kind in plain_types:
        return value
    if kind in (list, tuple, set, frozenset):
        for each in value:
            plain(each)
        return value
    if kind is dict:
        for key, each in value.items():
            plain(key)
            plain(each)
        return value
    for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__sub__", "__rsub__", "__abs__", "__contains__"):
        method = getattr(kind, name, None)
        if isinstance(method, FunctionType) and method.__module__ not in own:
            raise TypeError("the result is of the class " + kind.__name__ + ", which says itself what it is equal to")
    return value

# In a namespace of its own, since every subclass of a class can be found.
space = {"ast": ast, "__name__": "operands"}
exec("""
class Operands(ast.NodeTransformer):
    def __init__(self, name):
        self.name = name
    def wrapped(self, node):
        return ast.copy_location(ast.Call(ast.Name(self.name, ast.Load()), [node], []), node)
    def visit_Compare(self, node):
        self.generic_visit(node)
        node.left = self.wrapped(node.left)
        node.comparators = [self.wrapped(each) for each in node.comparators]
        return node
    def visit_BinOp(self, node):
        self.generic_visit(node)
        node.left = self.wrapped(node.left)
        node.right = self.wrapped(node.right)
        return node
    def visit_Assert(self, node):
        self.generic_visit(node)
        node.test = self.wrapped(node.test)
        return node
""", space)
Operands = space["Operands"]

setup_kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Pass)

def split(source, name, compile=compile, Operands=Operands):
    """The statements of the tests: for each whether it is a test, its text, its code."""
    statements = []
    for node in ast.parse(source).body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        text = ast.get_source_segment(source, node) or ""
        tree = ast.fix_missing_locations(ast.Module([Operands(name).visit(node)], []))
        statements.append((not is_docstring and not isinstance(node, setup_kinds), text, compile(tree, "<tests>", "exec")))
    return statements

def prepare(name, plain=plain, answer=answer, pristine=pristine, builtin_names=builtin_names, ModuleType=types.ModuleType, real=builtins.__import__):
    """The namespace of the tests: the names of the answer, and builtins and modules as they were."""
    copies = {}
    def imported(module, globals=None, locals=None, fromlist=(), level=0):
        if level or module not in pristine:
            return real(module, globals, locals, fromlist, level)
        top = module if fromlist else module.partition(".")[0]
        if top not in copies:
            copies[top] = ModuleType(top)
            copies[top].__dict__.update(pristine[top])
        return copies[top]
    space = {key: value for key, value in answer.items() if not (key.startswith("__") and key.endswith("__"))}
    space["__builtins__"] = {**builtin_names, "__import__": imported}
    space["__name__"] = "tests"
    space[name] = plain
    return space

def defined(name, answer=answer, callable=callable):
    return callable(answer.get(name))

def call(name, arguments, answer=answer, loads=json.loads, dumps=json.dumps):
    return dumps(answer[name](*loads(arguments)))

for finder in sys.meta_path:
    getattr(finder, "jsproxies", {}).clear()
for name in [*bridge, *sys.modules]:
    if name.partition(".")[0] in bridge:
        sys.modules[name] = None
sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__module__", "").startswith(("_frozen", "importlib")) or getattr(finder, "__name__", "") in ("BuiltinImporter", "FrozenImporter", "PathFinder")]
sys.modules["__main__"].__dict__.pop("_pyodide_core", None)

def guard():
    """Keeps programs from the frames, functions and objects of those who call them, by an audit hook, which cannot be removed."""
    always = {"sys._current_frames", "sys._current_exceptions", "sys.settrace", "sys.setprofile", "sys.monitoring.register_callback",
              "gc.get_objects", "gc.get_referrers", "gc.get_referents", "code.__new__", "sys._getframe"}
    frames = {"tb_frame", "gi_frame", "cr_frame", "ag_frame"}
    own = globals()
    frame_at, Function, inside, bridge_names = sys._getframe, types.FunctionType, [False], frozenset(bridge)
    def foreign():
        frame = frame_at(2)
        while frame is not None:
            file = frame.f_code.co_filename
            if file != "<harness>" and not file.startswith(("/lib/python", "<frozen")):
                return True
            frame = frame.f_back
        return False
    def refused(event, given):
        if event == "import":
            return given[0].partition(".")[0] in bridge_names
        if event == "compile":
            file = given[1]
            if not (isinstance(file, str) and file.startswith(("/lib/python", "<frozen", "<harness"))):
                return False
            return not frame_at(2).f_code.co_filename.startswith(("/lib/python", "<frozen", "<harness"))
        if event in ("object.__getattr__", "object.__setattr__", "object.__delattr__"):
            if given[1] in frames:
                return foreign()
            return type(given[0]) is Function and given[0].__globals__ is own and foreign()
        return event in always and foreign()
    def hook(event, given):
        if inside[0]:
            return
        inside[0] = True
        try:
            no = refused(event, given)
        finally:
            inside[0] = False
        if no and event == "import":
            raise ImportError(given[0] + " cannot be imported in the sandbox")
        if no:
            raise AttributeError(event + " is not allowed in the sandbox")
    sys.addaudithook(hook)

random.seed(0)
guard()
(compile, exec, split, prepare, defined, call, answer)
`;
