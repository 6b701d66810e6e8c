// The command `new`: writes a task, scorer, study, page or item bank to begin with, and its test.
import {existsSync} from "node:fs";
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {dirname} from "node:path";
import {z} from "zod";
import {scorerSchema} from "../book/scorers.js";
import {benchmarkTasks} from "../generate/benchmarks/registry.js";
import {ownTasks, tasks} from "../generate/registry.node.js";
import {EXPANDED} from "../generate/tasks/expanded.node.js";
import {UserError} from "../rows/error.js";
import {everyTable} from "../studies/everyTable.js";
import {registry} from "../studies/registry.js";
import {positional, printingCommand} from "./command.js";
import {type New, newBank, newPage, newScorer, newStudy, newTask} from "./newFiles.js";

interface Kind {
  make(name: string): New;
  /** Names that it may have, and the same in words. */
  form: RegExp;
  words: string;
  /** Whose name it has already; undefined where nobody's. */
  taken(name: string): string | undefined;
  /** Set where its files stand among ours instead of in data/. */
  within?: string;
}

const HYPHENS = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u;
const WORDS = "lower-case letters, digits and single hyphens between them, starting with a letter";

const ofTask = (name: string): string | undefined => {
  if (tasks.has(name) && !ownTasks().some(own => own.name === name)) return "a built-in task";
  if (benchmarkTasks.has(name)) return "a generated benchmark";
  return name.startsWith(EXPANDED) ? "a task in long texts" : undefined;
};
const KINDS = {
  task: {make: newTask, form: HYPHENS, words: WORDS, taken: ofTask},
  scorer: {
    make: newScorer,
    form: HYPHENS,
    words: WORDS,
    taken: name => (scorerSchema.options.some(({shape}) => shape.kind.value === name) ? "a built-in scorer" : undefined)
  },
  study: {
    make: newStudy,
    form: /^[a-z][a-z0-9]*$/u,
    words: "lower-case letters and digits, starting with a letter, since a table is named after it",
    taken: name => (name in registry ? "a study of the workbook" : name in everyTable ? "a table of the workbook" : undefined),
    within: "pipelines/studies/registry.ts"
  },
  page: {make: newPage, form: HYPHENS, words: WORDS, taken: () => undefined, within: "observablehq.config.ts"},
  bank: {make: newBank, form: HYPHENS, words: WORDS, taken: ofTask}
} satisfies Record<string, Kind>;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

export const commands = [
  printingCommand({
    name: "new",
    summary: "write a task, scorer, study, page or item bank to start from, and its test (docs/add-a-task.md)",
    options: z.strictObject({
      what: positional(z.enum(NAMES), `one of: ${NAMES.join(", ")}`),
      name: positional(z.string(), "its name")
    }),
    examples: ["task seating", "bank mine"],
    async run({what, name}, io) {
      const {make, form, words, taken, within}: Kind = KINDS[what];
      if (!form.test(name) || name.length > 60)
        throw new UserError(`${JSON.stringify(name)} is not a name for a ${what}; use ${words}`);
      const whose = taken(name);
      if (whose) throw new UserError(`${JSON.stringify(name)} is the name of ${whose}; choose another`);
      const isPage = what === "page";
      const isHere = within === undefined || existsSync(within);
      if (!isHere && !isPage)
        throw new UserError(
          `a ${what} belongs to the workbook's own files, and ${within} is not here; run this in a checkout of it`
        );
      const {files, lines = [], next} = isPage && !isHere ? outsideCheckout(make(name)) : make(name);
      const existing = files.find(({path}) => existsSync(path));
      if (existing) throw new UserError(`${existing.path} exists already; choose another name, or delete it`);
      const changed = new Map<string, string>();
      for (const {path, line, among} of lines)
        changed.set(path, withLine(changed.get(path) ?? (await readFile(path, "utf8")), {path, line, among}));
      for (const {path, text} of files) {
        await mkdir(dirname(path), {recursive: true});
        await writeFile(path, text, {flag: "wx"});
      }
      for (const [path, text] of changed) await writeFile(path, text);
      io.stderr.write(`next:\n${next.map(each => `    ${each}\n`).join("")}`);
      return {written: files.map(({path}) => path), changed: [...changed.keys()]};
    },
    print: ({written, changed}) =>
      [...written.map(path => `${path}\n`), ...changed.map(path => `${path}: one line added\n`)].join("")
  })
];

/** A page of a workbook: the navigation finds it by itself, and tests of pages are the checkout's. */
const outsideCheckout = ({files, next}: New): New => ({
  files: files.filter(({path}) => !path.startsWith("test/")),
  next: next.filter(each => !each.startsWith("in observablehq.config.ts"))
});

/** A file with one line more, behind the last of its kind that sorts before it, else in front of the first. */
function withLine(text: string, {path, line, among}: {path: string; line: string; among: RegExp}): string {
  const all = text.split("\n");
  const kind = all.flatMap((each, i) => (among.test(each) ? [i] : []));
  if (kind.length === 0) throw new UserError(`${path} has no line like ${JSON.stringify(line.trim())}; add it by hand`);
  const before = kind.filter(i => all[i]! < line).at(-1);
  all.splice(before === undefined ? kind[0]! : before + 1, 0, line);
  return all.join("\n");
}
