// The step that looks for a book's tests in its corpora before any model is asked.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {plural} from "../../book/plural.js";
import {bookHash} from "../../book/read.node.js";
import {drawsOf} from "../../generate/draws.node.js";
import {sha256Hex} from "../../generate/seed.js";
import {groupBy} from "../../stats/groupBy.js";
import {replaceFile} from "../../store/files.node.js";
import {lockStore} from "../../store/lock.node.js";
import {audit} from "../../studies/contamination/audit.node.js";
import {corpusFiles} from "../../studies/contamination/corpora.node.js";
import type {Item} from "../../studies/contamination/itemIndex.js";
import {key as corporaKey} from "../../studies/contamination/make.node.js";
import {isContaminated} from "../../studies/contamination/settings.js";
import {planOf} from "../evaluation.js";
import type {Done, Work} from "./step.js";

/** File of a store with the verdicts on the tests that its book asks first. */
const PLANNED = "planned-contamination.json";
const THREADS = 2;

interface Checked {
  made_from: string;
  tasks: {base_task: string; items: number; contaminated: number; clean: number; not_testable: number}[];
}

/**
 * Audits the tests that every model is asked whatever its answers: the first of each point. Tests beyond them are audited with the rest when
 * the answers are scored.
 */
export async function contaminationCheck({book, folder, report}: Work): Promise<Done> {
  if ((book.corpora ?? []).length === 0)
    return {line: "the book names no corpus, so that nothing was checked; add corpora: to the book"};
  const made_from = sha256Hex(`${bookHash(book)} ${await corporaKey()}`);
  const file = join(folder, PLANNED);
  const known = await checkedBefore(file);
  const checked = known?.made_from === made_from ? known : {made_from, tasks: await check(book, report.warn)};
  await using _lock = await lockStore(folder, {onWait: report.info}); // which makes a store of an empty folder
  if (checked !== known) await replaceFile(file, temporary => writeFile(temporary, `${JSON.stringify(checked, null, 1)}\n`));
  const sum = (of: "items" | "contaminated" | "not_testable") => checked.tasks.reduce((total, each) => total + each[of], 0);
  return {
    line: `${sum("contaminated")} of ${plural(sum("items"), "test")} that are asked first are in a corpus, ${sum("not_testable")} cannot be checked`,
    made: checked.tasks
      .filter(({contaminated}) => contaminated > 0)
      .map(({base_task, contaminated}) => ({name: `${base_task}: in a corpus`, rows: contaminated}))
  };
}

async function checkedBefore(file: string): Promise<Checked | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Checked;
  } catch {
    return null;
  }
}

async function check(book: Work["book"], warn: (text: string) => void): Promise<Checked["tasks"]> {
  const {points, tasks} = planOf(book);
  const items = new Map<string, Item>();
  for (const point of points) {
    const draws = drawsOf(point, tasks.get(point.base_task)!);
    const count = draws.available(book.precision.min);
    for (let k = 0; k < count; k++) {
      const {item_id, prompt} = draws.test(k);
      items.set(item_id, {id: item_id, text: prompt, group: point.base_task});
    }
  }
  const done = await audit([...items.values()], await corpusFiles(book.corpora ?? []), {threads: THREADS});
  for (const {file, problems} of done.files) for (const problem of problems) warn(`${file}: ${problem}`);
  const verdicts = done.items.map(({group}, i) => ({base_task: group, verdict: done.results[i]!.verdict}));
  return [...groupBy(verdicts, ({base_task}) => base_task)].map(([base_task, own]) => ({
    base_task,
    items: own.length,
    contaminated: own.filter(({verdict}) => isContaminated(verdict)).length,
    clean: own.filter(({verdict}) => verdict === "clean").length,
    not_testable: own.filter(({verdict}) => verdict === "not_testable").length
  }));
}
