// Solvers of the tasks "tables" and "jsonpath", which look something up in a document.
import type {Mind} from "../mind.js";
import {block} from "./block.js";
import type {Solver} from "./solver.js";

type Row = Record<string, string>;
/** Most columns that are read, far more than a task's tables have. */
const MOST_COLUMNS = 32;

export const tables: Solver = {
  read: prompt =>
    prompt.includes("table of people, one row for each") ? block(prompt, "Every question has one answer, a whole number.") : null,
  solve(question, mind) {
    const [table, asked] = question.split("\n\nQuestion: ") as [string, string | undefined];
    if (!asked) throw new SyntaxError("no question");
    const rows = rowsIn(table);
    const steps: string[] = [];
    return {steps, answer: String(answerTo(asked, rows, steps, mind))};
  }
};

function rowsIn(table: string): Row[] {
  if (table.startsWith("[")) {
    return (JSON.parse(table) as Record<string, string | number>[]).map(row =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]))
    );
  }
  const lines = table.split("\n").map(line => {
    if (line.startsWith("<")) return [...line.matchAll(/<t[dh]>([^<\n]*)<\/t[dh]>/g)].map(match => match[1]!);
    return line.startsWith("|")
      ? line
          .slice(1, -1)
          .split("|")
          .map(cell => cell.trim())
      : line.split(",");
  });
  const [head, ...body] = lines.filter(cells => cells.length > 1 && cells[0] !== "---");
  if (head && head.length > MOST_COLUMNS) throw new SyntaxError("too many columns");
  return body.map(cells => Object.fromEntries(head!.map((name, i) => [name, cells[i] ?? ""])));
}

function answerTo(asked: string, rows: Row[], steps: string[], mind: Mind): number {
  // Load grows with the length of a table, but less than in proportion, because clearly irrelevant rows are skipped.
  const glances = 3 * Math.sqrt(rows.length);
  const hard = (load: number) => ({load: load + glances / 40, remembered: 3, depth: 1});
  const cell = asked.match(/^What is the (year|score|hours) of (.+)\?$/);
  if (cell) {
    const at = rows.findIndex(({name}) => name === cell[2]);
    const value = cellAt(rows, at, cell[1]!, mind, hard(0.5));
    steps.push(`${cell[2]} has the ${cell[1]} ${value}`);
    return value;
  }
  const [, column, wanted] = asked.match(/(city|team)(?: is)? (\w+)/) ?? [];
  const least = Number(asked.match(/at least (\d+)/)?.[1] ?? 0);
  if (!column) throw new SyntaxError("an unknown question");
  const found = [...rows.entries()].filter(
    ([, row]) => row[column] === wanted && Number(row.score) >= least && !mind.overlooks(glances)
  );
  const scores = found.map(([, row]) => Number(row.score));
  steps.push(`I find ${found.length} rows with the ${column} ${wanted}${least ? ` and a score of at least ${least}` : ""}`);
  if (asked.includes("sum of the scores")) {
    return scores.reduce((total, score) => {
      const sum = total + score + (mind.errs(hard(0.4)) ? mind.random.pick([1, -1, 10, -10, 100]) : 0);
      steps.push(`${total} + ${score} = ${sum}`);
      return Math.max(0, sum);
    }, 0);
  }
  if (asked.includes("largest score")) {
    let best = 0;
    for (const [i, score] of scores.entries()) {
      const better = score > scores[best]!;
      if (mind.errs({...hard(0.1), remembered: 2}) ? !better : better) best = i;
    }
    if (!asked.includes("hours")) return scores[best] ?? 100;
    return cellAt(rows, found[best]?.[0] ?? 0, "hours", mind, hard(0.5));
  }
  if (!asked.includes("different cities"))
    return count(
      found.map(() => "row"),
      false
    );
  return count(
    found.map(([, {city}]) => city!),
    true
  );

  /** Counts things one by one (with `kinds`, equal ones only once); loses count now and then. */
  function count(things: string[], kinds: boolean): number {
    const seen = new Set<string>();
    let counted = 0;
    for (const thing of things) {
      if (mind.errs({load: kinds ? 0.4 : 0.2, remembered: kinds ? 1 + seen.size : 2, depth: 1}))
        counted += mind.random.pick([0, 2]);
      else if (!kinds || !seen.has(thing)) counted++;
      seen.add(thing);
    }
    steps.push(`I count ${counted}`);
    return counted;
  }
}

/** The cell of a row and column, or a neighbouring cell. */
function cellAt(
  rows: Row[],
  at: number,
  column: string,
  mind: Mind,
  effort: {load: number; remembered: number; depth: number}
): number {
  if (!mind.errs(effort)) return Number(rows[at]?.[column] ?? 0);
  const other = mind.random.pick(["year", "score", "hours"]);
  const row = rows[at + mind.random.pick([-1, 1])] ?? rows[at];
  return Number(mind.random.chance(0.6) ? row?.[column] : rows[at]?.[other]) || 0;
}

// Solver of the task "jsonpath".

const OPENING = "Follow the path through this JSON document.";
const STEP = /\.(\w+)|\[(\d+)\]/g;

export const jsonpath: Solver = {
  read(prompt) {
    const text = block(prompt, OPENING);
    const start = text?.indexOf("\n\n{") ?? -1;
    return start < 0 ? null : text!.slice(start).trim();
  },
  solve(question, mind) {
    const split = question.lastIndexOf("\n\nPath: ");
    if (split < 0) throw new SyntaxError("no path");
    const root: unknown = JSON.parse(question.slice(0, split));
    const size = question.slice(0, split).split(/[{[,]/).length;
    const steps: string[] = [];
    let path = question.slice(split + "\n\nPath: ".length);
    for (let hop = 0; hop < 20; hop++) {
      const value = follow(path, root, {hop, size}, mind);
      steps.push(`At ${path} stands ${String(value)}`);
      if (typeof value !== "string" || !value.startsWith("$")) return {steps, answer: String(value)};
      path = value;
    }
    throw new SyntaxError("a circle of references");
  }
};

/**
 * Follows a path.
 * @param size number of members and elements in the whole document
 * @param hop number of references followed so far
 */
function follow(path: string, root: unknown, {hop, size}: {hop: number; size: number}, mind: Mind): string | number {
  let at: unknown = root;
  let depth = 0;
  for (const [, name, index] of path.matchAll(STEP)) {
    depth++;
    if (typeof at !== "object" || at === null) break; // after an error the path may lead beyond the document
    const members = Object.keys(at);
    let key = name ?? index!;
    // The path does not fit because an earlier step went wrong, or this step ends at a neighbour.
    const lost = !members.includes(key);
    if (lost || mind.errs({load: 0.3 + members.length / 16 + Math.log2(size) / 8, remembered: hop + 3, depth: 1 + depth / 6})) {
      const others = members.filter(member => member !== key);
      key = mind.random.pick(others.length > 0 ? others : members);
    }
    at = (at as Record<string, unknown>)[key];
  }
  while (typeof at === "object" && at !== null) at = mind.random.pick(Object.values(at) as unknown[]);
  return at as string | number;
}
