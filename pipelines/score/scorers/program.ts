// Finds the program in an answer: a fenced block among several, an unfenced text, or the continuation of what stood in the question.
import type {ScorerOf} from "../../book/scorers.js";
import type {Program} from "./execution.js";

type Code = ScorerOf<"code">;

/** A fence of Markdown with its indentation, language and content; an unclosed last one reaches to the end. */
const FENCE = /^([ \t]*)(```+|~~~+)[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)(?:^[ \t]*\2[ \t]*$|$(?![\s\S]))/gmu;
const PYTHON = new Set(["", "python", "py", "python3", "py3"]);
/** A line with which a program begins. */
const BEGINS = /^(?:from\s+[\w.]+\s+import\b|import\s+\w|def\s+\w+\s*\(|async\s+def\b|class\s+\w+\s*[:(]|@\w)/u;
/** A line without indentation that belongs to a program. */
const GOES_ON =
  /^(?:from\s+[\w.]+\s+import\b|import\s+\w|(?:async\s+)?def\s+\w|class\s+\w+\s*[:(]|@\w|#|if\s.*:|elif\s.*:|else:|for\s.*:|while\s.*:|try:|except\b.*:|finally:|with\s.*:|return\b|[\])}]|"""|'''|[A-Za-z_][\w.]*\s*(?:[-+*/|&]?=[^=]|\(|\[|:\s*\w))/u;

/** Names that tests call but never ask for. */
const BUILTIN = new Set(
  `abs all any bool dict float frozenset int isinstance len list max min not or and in is print range repr round set sorted str sum tuple type zip map
  isclose Counter math`.split(/\s+/u)
);

/** The function that a program must define: the scorer says it, or the first one that its tests call. */
function functionAsked({entry_point, tests}: Pick<Code, "entry_point" | "tests">): string | null {
  if (entry_point !== undefined) return entry_point;
  for (const line of tests.split("\n")) {
    if (!/^\s*assert\b/u.test(line)) continue;
    for (const [, name] of line.matchAll(/(?<![\w.])([A-Za-z_]\w*)\s*\(/gu))
      if (!BUILTIN.has(name!) && name !== "assert") return name!;
  }
  return null;
}

const defines = (code: string, name: string): boolean =>
  new RegExp(`^(?:async[ \\t]+)?def[ \\t]+${name}\\b|^class[ \\t]+${name}\\b|^${name}[ \\t]*(?::[^=\\n]*)?=`, "mu").test(code);

/** The program of an answer, put behind what stands before it; null where the answer has none. */
function programIn(answer: string, scorer: Pick<Code, "entry_point" | "tests" | "before" | "completes">): string | null {
  const {before, completes} = scorer;
  const asked = functionAsked(scorer);
  const found = [...answer.replaceAll("\r\n", "\n").matchAll(FENCE)];
  const fenced = found
    .filter(([, , , language]) => PYTHON.has(language!.toLowerCase()))
    .map(([, margin, , , text]) => withoutMargin(text!, margin!));
  const code =
    fenced.length > 0
      ? (fenced.findLast(text => asked !== null && defines(text, asked)) ?? longest(fenced))
      : found.length > 0
        ? null
        : unfenced(answer, completes);
  if (code === null || code.trim() === "") return null;
  if (before === "") return code;
  const whole = asked !== null && defines(code, asked);
  if (!completes || whole) return `${before}\n${code}`;
  return `${before.trimEnd()}\n${indented(code)}`;
}

/** A block without the indentation of its fence, as in an item of a list; as it is where not all of its lines have that. */
function withoutMargin(text: string, margin: string): string {
  const lines = text.split("\n");
  const isShared = lines.every(line => line.trim() === "" || line.startsWith(margin));
  return margin === "" || !isShared ? text : lines.map(line => line.slice(margin.length)).join("\n");
}

const longest = (texts: readonly string[]): string => texts.reduce((a, b) => (b.trim().length > a.trim().length ? b : a));

/** The lines of a text that are a program; of a continuation all, where no line looks like the beginning of a program. */
function unfenced(answer: string, completes: boolean): string | null {
  const lines = answer.replaceAll("\r\n", "\n").split("\n");
  const first = lines.findIndex(line => BEGINS.test(line));
  if (first < 0) return completes ? answer : null;
  let end = first + 1;
  let brackets = 0;
  for (let i = first; i < lines.length; i++) {
    const line = lines[i]!;
    const belongs = line.trim() === "" || /^\s/u.test(line) || brackets > 0 || GOES_ON.test(line);
    if (!belongs) break;
    if (line.trim() !== "") end = i + 1;
    brackets = Math.max(0, brackets + (line.match(/[([{]/gu)?.length ?? 0) - (line.match(/[)\]}]/gu)?.length ?? 0));
  }
  return lines.slice(first, end).join("\n");
}

/** A function's body with the indentation of a body, where the answer lost that of its first line or of all lines. */
function indented(code: string): string {
  const lines = code.replace(/^(?:[ \t]*\n)+/u, "").split("\n");
  if (/^[ \t]/u.test(lines[0]!)) return lines.join("\n");
  const rest = lines.slice(1).filter(line => line.trim() !== "");
  const margins = rest.map(line => /^ */u.exec(line)![0].length);
  // Behind a line that opens a block, the next one of a body is indented twice.
  const trimmed = rest.length > 0 && Math.min(...margins) >= 4 && (!/:\s*(?:#.*)?$/u.test(lines[0]!) || margins[0]! >= 8);
  return lines.map((line, i) => (line.trim() !== "" && (i === 0 || !trimmed) ? `    ${line}` : line)).join("\n");
}

/** What a sandbox is asked to run for an answer; null where the answer holds no program. */
export function programOf(answer: string, scorer: Code): Program | null {
  const source = programIn(answer, scorer);
  const {tests, cases, milliseconds} = scorer;
  return source === null ? null : {source, entry: functionAsked(scorer), tests, cases, milliseconds};
}
