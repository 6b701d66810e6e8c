// Every page over answers that were collected elsewhere, over a weak model behind an endpoint of other hands, and over small odd stores.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {study} from "../../pipelines/studies/make.node.js";
import {babilong, gsm8k, present, SOLVERS} from "../foreign/data.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {sharedStoreOf, storeOf} from "../foreign/stores.js";
import {weakRun} from "../foreign/weak.js";
import {silent} from "../silent.js";
import {opened} from "./reading.js";

/** What a page shows where it has an answer; a text is part of its sentence. */
type Shown = Record<string, string | RegExp>;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-foreign-pages-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Pages that say the same whatever the store is; they are looked at once. */
const ALIKE = ["claims", "human", "sql"];

interface Visited {
  /** text of each page's main part */
  texts: Map<string, string>;
  /** pages that call something simulated */
  simulated: string[];
}

/** Visits pages two at a time; each must show what is expected of it and settle without a fault. */
async function visitAll(site: ForeignSite, pages: readonly string[], width: number, shown: Shown = {}): Promise<Visited> {
  const texts = new Map<string, string>();
  const simulated: string[] = [];
  const queue = [...pages];
  const walk = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      await using visit = await site.visit(opened(`/${path}`), {width});
      await settled(visit.page);
      const [name, main] = [path.replace(/^models\/.*/u, "model"), visit.page.locator("#observablehq-main")];
      if (shown[name]) await expect.poll(() => main.innerText(), {message: name}).toMatch(shown[name]);
      expect(await faults(visit), `${path} at ${width}`).toEqual([]);
      texts.set(name, await main.innerText());
      if ((await visit.page.locator("#observablehq-main .rb-simulated").count()) > 0) simulated.push(path);
    }
  };
  await Promise.all([walk(), walk()]);
  return {texts, simulated};
}

const NO_TOKENS = /those of these responses were not counted: .*completion_tokens/;

describe.skipIf(!present)("four models' solutions of 1,319 problems", () => {
  const shown: Shown = {
    about: /made with reasonbook, .*How to cite/s,
    agents: "No evaluation here was asked tasks whose tools act on a database",
    adaptive: /at least 12 of them, and here are fewer/,
    annotate: "0 of 150 pairs judged",
    categories: /The book names no suite that lists domains|No category was asked here.*\d+ categories in \d+ domains: /s,
    calibration: "No answer here has a confidence",
    claims: "Verdicts",
    clusters: /Of 6 pairs of 4 evaluations, 6 differ significantly and 0 do not\./,
    code: "No model was asked this yet",
    compare:
      /175b_verification is better than 6b_verification by 17\.2 \[14\.4, 20\.0\] percentage points.*306 of these were right for A only and 79 for B only/s,
    compression: "5,276 traces run in a loop",
    contamination:
      /corpora in data\/book\.yaml, then run npm run build.*None of 1,319 tests that could be tested were found .*: 0\.0 % \[0\.0, 0\.3\]/s,
    explore: /5,276 of 5,276 samples: correct \d\d\.\d % \[/,
    extraction: /Of 5,276 samples, 5,2\d\d \(99\.\d %\) have an answer and \d+ \(0\.\d %\) have none\./,
    glossary: /excess accuracy.*Wilson's interval/s,
    hallucination: "No model was asked this yet",
    hazard: NO_TOKENS,
    history: "Nothing to compare yet",
    human: "Do the scores agree with people?",
    leaderboard: /175b_verification leads with .*56\.3 % \[53\.6, 58\.9\]/s,
    index: /4 models gave 5,276 answers.*175b_verification has the highest formula score: 56\.3 % \[53\.6, 58\.9\]/s,
    irt: /731 items.*175b_verification has the highest ability/s,
    "long-context": /No evaluation here was asked questions of a stated length\. .*Beside published benchmarks/s,
    languages: "No model was asked this yet",
    manifold: "gsm8k has no parameters, so its manifold is one cell: 39.0 % [36.4, 41.7] n = 1,319",
    model: /\d+b_\w+ was asked one task: gsm8k with \d\d\.\d % \[\d\d\.\d, \d\d\.\d\] n = 1,319/,
    multimodal: "No model was asked this yet",
    narratives: /No evaluation here was asked about a narrative\. .*There is no narrative to show\./s,
    notebook: /6b_finetuning.*6b_verification.*decided votes between 15 models/s,
    reasonscore: "458 correct, 861 incorrect, 0 truncated of 1,319",
    reproductions: /Of [\d,]+ published figures in \d+ sets, [\d,]+ are equal after rounding/,
    report: /175b_verification has the highest overall score, 56\.3 \[.*There is no earlier report/s,
    replay: NO_TOKENS,
    runs: "given: the answers were collected elsewhere",
    safety: /No evaluation here was asked requests to refuse/,
    samples: /5,276/,
    spectrum: "no question here comes from a generator of this workbook",
    sql: "one row per response",
    tokens: NO_TOKENS,
    truncation: /4 cannot be placed, .*Nothing is known of how these answers ended\./s
  };
  let site: ForeignSite;
  beforeAll(async () => {
    site = await siteOf(await sharedStoreOf(root, "gsm8k", gsm8k().rows));
  }, 600_000);
  afterAll(() => site?.[Symbol.asyncDispose]());

  test("every page says what there is to say, or why it cannot", async () => {
    const {texts, simulated} = await visitAll(site, site.pages, 1_280, shown);
    expect([...texts.keys()].sort()).toEqual(Object.keys(shown).sort());
    // The votes of page Notebook are those that ship.
    expect(simulated.filter(page => ![...ALIKE, "notebook"].includes(page))).toEqual([]);
    for (const model of SOLVERS) expect(texts.get("leaderboard")).toContain(model);
  }, 600_000);

  test("and on a narrow screen", async () => {
    await visitAll(site, ["leaderboard", "compare", "irt"], 390);
  }, 600_000);
});

describe.skipIf(!present)("one model's answers over tasks and lengths", () => {
  const shown: Shown = {
    clusters: "nothing to compare",
    compare: "A comparison needs two evaluations, and there is only one here",
    leaderboard: /gemini-3-flash-preview .*36,832/s,
    index: /1 model gave [\d,]+ answers.*: gemini-3-flash-preview has a formula score of /s,
    irt: "No item here could be fitted",
    manifold:
      /Highest 100\.0 % \[99\.6, 100\.0\] n = 1,000 at length=0, lowest 57\.0 % \[47\.2, 66\.3\] n = 100 at length=1000000/,
    model: "best at qa1"
  };
  test("each page says what there is to say, or why it cannot", async () => {
    await using site = await siteOf(await sharedStoreOf(root, "babilong", babilong().rows), Object.keys(shown));
    const {texts} = await visitAll(site, site.pages, 1_280, shown);
    expect([...texts.keys()].sort()).toEqual(Object.keys(shown).sort());
  }, 600_000);
});

test("a weak model, right on 1 of 50 and sometimes silent: no page breaks, and nothing stands outside its interval", async () => {
  await using run = await weakRun();
  const shows = ["leaderboard", "reasonscore", "manifold", "tokens", "model"];
  await using site = await siteOf(run.store, shows);
  const {texts} = await visitAll(site, site.pages, 1_280);
  expect(texts.size).toBe(shows.length);
  for (const [page, text] of texts)
    for (const [whole, value, low, high] of text.matchAll(/([−\d.,]+) % \[([−\d.,]+), ([−\d.,]+)\]/gu)) {
      const [x, a, b] = [value, low, high].map(each => Number(each!.replace("−", "-").replaceAll(",", "")));
      expect(a! <= x! && x! <= b!, `${page}: ${whole}`).toBe(true);
    }
  expect(texts.get("tokens")).toContain("weak");
  // All of its answers to yes-no questions are wrong, which is not what guessing looks like.
  expect(texts.get("model")).toMatch(
    /On listops it does not differ significantly from guessing\. On boolean it does worse than guessing\./u
  );
  expect(texts.get("leaderboard")).toMatch(/weak has a formula score of .* 1 of 1 is not shown to beat guessing/su);
}, 600_000);

describe("odd stores", () => {
  const row = (model: string, item: number, more: object) => ({
    model,
    base_task: "riddles",
    prompt: `Riddle ${item}?`,
    text: "No idea.",
    expected: "a piano",
    ...more
  });
  const many = (models: readonly string[], items: number, more: (model: number, item: number) => object = () => ({})) =>
    models.flatMap((model, i) => Array.from({length: items}, (_, item) => row(model, item, more(i, item))));
  const wild = ["a b", '"no"', "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "größer 🦊", "x".repeat(500)];
  /** Tables that can be made of an odd store as well, though none of these pages asks for them. */
  const UNSEEN = ["contamination_items", "adjusted_ability", "annotation_pairs", "adaptive_steps", "spectra"] as const;
  // The pages that show what is odd about a store.
  test.each<[string, readonly object[], readonly string[]]>([
    [
      "one question to one model",
      many(["only"], 1),
      ["index", "leaderboard", "manifold", "clusters", "irt", "adaptive", "annotate"]
    ],
    [
      "nobody right",
      many(["a", "b", "c"], 8, () => ({completion_tokens: 4})),
      ["reasonscore", "truncation", "compare", "clusters", "irt"]
    ],
    [
      "everybody right, tokens of one",
      many(["a", "b", "c"], 8, model => ({text: "a piano", ...(model ? {} : {completion_tokens: 7})})),
      ["leaderboard", "tokens", "hazard", "replay", "runs"]
    ],
    [
      "wild words",
      many(["a", "b"], 12, (_, item) => ({
        params: {"what <b>": wild[item % 6]},
        text: wild[(item + 1) % 6],
        prompt: `${wild[item % 6]}${item}`
      })),
      ["leaderboard", "manifold", "compare", "compression", "spectrum"]
    ]
  ])(
    "%s",
    async (name, rows, pages) => {
      const store = await storeOf(root, name.replaceAll(/\W/gu, "-"), rows);
      for (const table of UNSEEN) await study(table, store, {report: silent});
      await using site = await siteOf(store, pages);
      const {texts} = await visitAll(site, pages, 1_280);
      expect(texts.size).toBe(pages.length);
      for (const [page, text] of texts) expect(text.length, page).toBeGreaterThan(50);
    },
    600_000
  );
});
