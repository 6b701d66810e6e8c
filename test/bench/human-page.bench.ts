// The page of human judgments with a reader's file of 100,000 votes: from choosing it, and from the change of a filter, to what is on the screen.
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {randomOf} from "../../pipelines/generate/seed.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite} from "../pages/browser.js";
import {opened} from "../pages/reading.js";
import {benchVotes} from "./human.bench.js";
import type {BenchRow} from "./infer.bench.js";

const LIMIT_MS = 200;
const VOTES = 100_000;
/** What a reader does, in order: no two changes in a row are of the same kind and size. */
const CHANGES: [label: string, option: string][] = [
  ["Turn", "1"],
  ["Ties", "left out"],
  ["Turn", "2"],
  ["Intervals over", "prompts"],
  ["Ties", "modelled (Davidson)"],
  ["Turn", "all"],
  ["Intervals over", "votes (sandwich)"],
  ["Judge", "j000007"],
  ["Ties", "half a win each"],
  ["Judge", "j000042"],
  ["Turn", "1"],
  ["Judge", "all"],
  ["Ties", "modelled (Rao and Kupper)"],
  ["Turn", "2"],
  ["Intervals over", "judges"],
  ["Ties", "half a win each"],
  ["Turn", "all"],
  ["Intervals over", "prompts and judges"],
  ["Ties", "left out"],
  ["Judge", "j000099"],
  ["Judge", "all"]
];

/** Models that the shipped table of scores has, so that correlations follow the votes: half of them simulated, half published. */
export async function modelNames(): Promise<string[]> {
  const text = (which: string) =>
    `select model from benchmarks where ${which} group by model order by count(*) desc, model limit 15`;
  const rows = await Promise.all(
    ["simulated", "not simulated"].map(async which => (await query(text(which), {folder: "data/store"})).rows)
  );
  return rows.flat().map(([name]) => String(name));
}

/** A file of votes as readers have them: JSON lines in the names of MT-Bench, with the lengths of the answers. */
export function voteLines(names: readonly string[]): string {
  const votes = benchVotes(VOTES, {models: names.length, prompts: 400, judges: 100});
  const random = randomOf("bench human lengths");
  const length = () => Math.round(Math.exp(6 + random.real()));
  const sides = ["model_a", "tie", "model_b"];
  return Array.from({length: votes.n}, (_, v) =>
    JSON.stringify({
      judge: votes.judges[votes.judge[v]!],
      model_a: names[votes.a[v]!],
      model_b: names[votes.b[v]!],
      question_id: votes.questions[votes.question[v]!],
      turn: votes.turn[v],
      winner: sides[votes.outcome[v]!],
      length_a: length(),
      length_b: length()
    })
  ).join("\n");
}

/**
 * Runs in the page: sets a filter as a reader does; times to the first painted redraw of the ranking, and to the last section's: from the
 * input event to the end of the frame that shows the last change of the page's elements.
 */
export const CHANGE = `(async ([label, option]) => {
  const sections = ["wins", "agreement", "judges", "effects", "correlations"];
  const task = () => new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  let inFrame = false;
  let watching = true;
  const watch = () => {
    inFrame = true;
    task().then(() => { inFrame = false; });
    if (watching) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  await new Promise(resolve => setTimeout(resolve, 50));
  // What changes within a frame's callbacks is on the screen at the end of that frame; what changes between frames, at the end of the next.
  const painted = async () => {
    if (!inFrame) await new Promise(requestAnimationFrame);
    await task();
  };
  const form = [...document.querySelectorAll(".rb-questions form")].find(each => each.textContent.startsWith(label));
  const select = form.querySelector("select");
  const nodes = new Map(["strengths-plot", ...sections].map(id => [id, document.getElementById(id)]));
  const same = id => !document.getElementById(id) || document.getElementById(id) === nodes.get(id);
  select.selectedIndex = [...select.options].findIndex(each => each.textContent === option);
  const started = performance.now();
  select.dispatchEvent(new Event("input", {bubbles: true}));
  const until = done => new Promise(resolve => {
    const look = () => done() && (observer.disconnect(), resolve());
    const observer = new MutationObserver(look);
    observer.observe(document.body, {subtree: true, childList: true, attributeFilter: ["aria-busy"]});
    look();
  });
  const last = until(() => ![...nodes.keys()].some(same) && !document.querySelector("[aria-busy=true]"));
  await until(() => !same("strengths-plot"));
  await painted();
  const first = performance.now() - started;
  await last;
  await painted();
  watching = false;
  return [first, performance.now() - started];
})`;

async function changes(page: Page): Promise<[first: number, last: number][]> {
  const times: [number, number][] = [];
  for (const change of CHANGES) {
    times.push((await page.evaluate(`${CHANGE}(${JSON.stringify(change)})`)) as [number, number]);
    if (process.env.VERBOSE) process.stderr.write(`${change.join(" = ")}: ${times.at(-1)!.map(Math.round).join(", ")} ms\n`);
    await page.waitForTimeout(300);
  }
  return times;
}

const middle = (times: readonly number[]): number => times.toSorted((x, y) => x - y)[times.length >> 1]!;

function row(work: string, times: readonly number[], target: string): BenchRow {
  const [median, worst] = [middle(times), Math.max(...times)];
  return {
    work,
    ours: `median ${Math.round(median)} ms, worst ${Math.round(worst)} ms`,
    baseline: `${LIMIT_MS} ms`,
    ratio: worst / LIMIT_MS,
    target
  };
}

export async function benchHumanPage(): Promise<BenchRow[]> {
  if (!existsSync("dist/human.html")) {
    process.stderr.write("human-page: dist/human.html is missing, so it is not measured; run npm run build\n");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-human-"));
  try {
    const file = join(folder, "votes.jsonl");
    writeFileSync(file, voteLines(await modelNames()));
    await using site = await openSite();
    await using visit = await site.visit(opened("/human"));
    await visit.page.waitForSelector("#effects li", {timeout: 120_000});
    const started = performance.now();
    await visit.page.setInputFiles("#votes-file", file);
    await visit.page.locator("#reading", {hasText: "100,000 votes"}).waitFor();
    const loaded = performance.now() - started;
    await visit.page.locator("#effects", {hasText: "100,000"}).waitFor();
    await visit.page.waitForTimeout(1_000);
    if (process.env.VERBOSE) process.stderr.write(`loaded after ${Math.round(loaded)} ms\n`);
    const times = await changes(visit.page);
    const what = `human judgments, 100,000 votes of a file, ${CHANGES.length} changes of filters`;
    return [
      row(
        `${what}: ranking painted`,
        times.map(([first]) => first),
        "worst ≤ 1 × baseline"
      ),
      row(
        `${what}: all sections below it painted, marked as being worked out until then`,
        times.map(([, last]) => last),
        ""
      )
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("human-page.bench.ts")) console.table(await benchHumanPage());
