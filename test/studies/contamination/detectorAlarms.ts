// False alarms of the detectors of contamination, by simulation: nothing is contaminated, and what is found is wrong.
import {defaultQuestions} from "../../../pipelines/generate/registry.node.js";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {lexical} from "../../../pipelines/infer/reference/embedding.node.js";
import {auditedItems, auditTexts, copiesByItem} from "../../../pipelines/studies/contamination/auditText.js";
import {contextTest, type TextInContext} from "../../../pipelines/studies/contamination/context.js";
import {
  alarmsText,
  CASES,
  DETECTORS,
  type DetectorCase,
  type DetectorId,
  detectorRows,
  type FalseAlarms
} from "../../../pipelines/studies/contamination/detectors.js";
import {duplicates} from "../../../pipelines/studies/contamination/duplicates.js";
import {contaminationEffects} from "../../../pipelines/studies/contamination/effect.js";
import {itemIndex} from "../../../pipelines/studies/contamination/itemIndex.js";
import {judgeCandidates, LIKELY} from "../../../pipelines/studies/contamination/paraphrases/decision.js";
import {openCandidateSearch} from "../../../pipelines/studies/contamination/paraphrases/search.js";
import {performanceEffects} from "../../../pipelines/studies/contamination/performance.js";
import {exchangeability, membershipTest, minK, minKPlusPlus} from "../../../pipelines/studies/contamination/probe.js";
import {simulatedReport} from "../../../pipelines/studies/contamination/probeSimulation.node.js";
import {resultOf} from "../../../pipelines/studies/contamination/results.js";
import {DEFAULTS} from "../../../pipelines/studies/contamination/settings.js";
import {NEAR, unitRows} from "../../../pipelines/studies/contamination/windows.js";
import {normal, simulatedSets} from "./simulatedSets.js";

export const DETECTORS_FILE = "src/detectors.json";
const LEVEL = 0.05;

interface Count {
  alarms: number;
  n: number;
}
interface Case {
  condition: string;
  repetitions: number;
  /** @param run number of the repetition, its seed */
  simulate(run: number): Count;
}

// Texts: items, and documents without any of them.

interface Texts {
  items: string[];
  documents: string[];
  /** tasks of the items, which share their instructions; one of all where absent */
  groups?: string[];
}

const wordOf = (random: Random, letters: number): string =>
  Array.from({length: 2 + random.integer(0, letters)}, () => "etaoinshrdlucmfwyp"[random.integer(0, 17)]).join("");
/** A vocabulary in which few words are frequent, as in prose. */
function vocabulary(random: Random, size: number): () => string {
  const words = Array.from({length: size}, () => wordOf(random, 7));
  return () => words[Math.min(size - 1, Math.floor(size ** random.real() - 1))]!;
}
const textOf = (length: number, word: () => string): string => Array.from({length}, word).join(" ");

const TASKS = ["arithmetic", "boolean", "listops", "brackets", "dates", "objects", "shuffle", "movies"];
const ITEMS_OF_A_TASK = 12;
function taskTexts(run: number): Texts {
  const textsOf = (seed: number, count: number) =>
    TASKS.flatMap(name => Array.from({length: count}, (_, i) => defaultQuestions(name, seed)(i).prompt));
  const items = textsOf(20_000 + 2 * run, ITEMS_OF_A_TASK);
  const asked = new Set(items);
  return {
    items,
    documents: textsOf(20_001 + 2 * run, 2 * ITEMS_OF_A_TASK).filter(text => !asked.has(text)),
    groups: TASKS.flatMap(name => new Array<string>(ITEMS_OF_A_TASK).fill(name))
  };
}

function shortTexts(run: number): Texts {
  const random = randomOf(`short texts ${run}`);
  const word = vocabulary(random, 200);
  return {items: [textOf(9, word)], documents: [textOf(12, word)]};
}

const HAN =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经";
function foreignTexts(run: number): Texts {
  const random = randomOf(`foreign texts ${run}`);
  const name = () => random.pick(["x", "y", "total", "count", "items", "value", "i", "node"]);
  const code = () =>
    Array.from(
      {length: 6},
      () => `  ${name()} = ${name()}.${random.pick(["get", "pop", "sum"])}(${name()}, ${random.integer(0, 99)});`
    ).join("\n");
  const chinese = () => Array.from({length: 40}, () => HAN[random.integer(0, HAN.length - 1)]).join("");
  const formula = () =>
    Array.from(
      {length: 8},
      () => `${random.pick(["x", "y", "n"])}^${random.integer(2, 9)} ${random.pick(["+", "−", "·"])} ${random.integer(1, 99)}`
    ).join(" = ");
  const both = () => [code(), chinese(), formula()];
  return {items: Array.from({length: 8}, both).flat(), documents: Array.from({length: 40}, both).flat()};
}

function longTexts(run: number): Texts {
  const random = randomOf(`long texts ${run}`);
  const word = vocabulary(random, 2_000);
  return {
    items: Array.from({length: 100}, (_, i) => textOf(10 + (i % 90), word)),
    documents: Array.from({length: 6}, () => textOf(20_000, word))
  };
}

const TEXTS: Record<DetectorCase, {condition: string; repetitions: number; texts(run: number): Texts}> = {
  ordinary: {condition: "questions of the same templates as documents", repetitions: 5, texts: taskTexts},
  weakest: {condition: "one item of 9 words, one document of 12", repetitions: 400, texts: shortTexts},
  foreign: {condition: "code, Chinese without spaces, formulas", repetitions: 10, texts: foreignTexts},
  extreme: {condition: "documents of 20,000 words", repetitions: 3, texts: longTexts}
};

const toItems = (texts: readonly string[], groups?: readonly string[]) =>
  texts.map((text, i) => ({id: `${i}`, text, group: groups?.[i] ?? "all"}));
const toDocuments = (texts: readonly string[]) => texts.map((text, i) => ({file: "corpus", document: `${i}`, text}));

function copyAlarms({items, documents, groups}: Texts, wanted: "exact" | "near"): Count {
  const index = itemIndex(toItems(items, groups));
  const copies = copiesByItem(index, auditTexts(index, toDocuments(documents)));
  const coverage = {files: 1, unread: 0, documents: documents.length};
  const verdicts = auditedItems(toItems(items, groups), index).map(
    (item, i) => resultOf(item, copies.get(i) ?? [], coverage).verdict
  );
  return {alarms: verdicts.filter(verdict => verdict === wanted).length, n: items.length};
}

function paraphraseAlarms({items, documents}: Texts): Count {
  const search = openCandidateSearch(items);
  for (const {text, ...place} of toDocuments(documents)) search.add(text, place);
  const alarms = judgeCandidates(items, search).filter(each => each !== null && each.probability >= LIKELY).length;
  return {alarms, n: items.length};
}

/** Longest document that is compared as a whole, words. */
const WINDOW = 100;
function embeddingAlarms({items, documents}: Texts): Count {
  const windows = documents.flatMap(text => {
    const words = text.split(" ");
    return words.length <= 2 * WINDOW
      ? [text]
      : Array.from({length: Math.floor(words.length / WINDOW)}, (_, i) => words.slice(i * WINDOW, (i + 1) * WINDOW).join(" "));
  });
  const [itemRows, windowRows] = [items, windows].map(texts => unitRows(texts.map(text => Float64Array.from(lexical(text)))));
  const {dimensions} = itemRows!;
  let alarms = 0;
  for (let i = 0; i < items.length; i++) {
    for (let k = 0; k < windows.length; k++) {
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += itemRows!.values[i * dimensions + d]! * windowRows!.values[k * dimensions + d]!;
      if (1 - dot > NEAR) continue;
      alarms++;
      break;
    }
  }
  return {alarms, n: items.length};
}

function duplicateAlarms({items, documents}: Texts): Count {
  const texts = [...items, ...documents.slice(0, 100)];
  const pairs = duplicates(itemIndex(toItems([...new Set(texts)]), {...DEFAULTS, passage_words: 0}));
  return {alarms: new Set(pairs.flatMap(({a, b}) => [a, b])).size, n: new Set(texts).size};
}

const ofTexts = (alarms: (texts: Texts) => Count): Record<DetectorCase, Case> =>
  Object.fromEntries(
    CASES.map(name => {
      const {condition, repetitions, texts} = TEXTS[name];
      return [name, {condition, repetitions, simulate: (run: number) => alarms(texts(run))}];
    })
  ) as Record<DetectorCase, Case>;

// Log-probabilities.

const reports = new Map<string, ReturnType<typeof simulatedReport>>();
/** The report of a clean model, which several detectors look at. */
function cleanReport(run: number, items: number): ReturnType<typeof simulatedReport> {
  const key = `${run} ${items}`;
  let report = reports.get(key);
  if (!report) reports.set(key, (report = simulatedReport(run, {...NOTHING, items})));
  return report;
}
const NOTHING = {share: 0, surprisal: 0.2, order: 0};
const tested = (p: number | null): Count => ({alarms: p !== null && p <= LEVEL ? 1 : 0, n: p === null ? 0 : 1});

/** Tokens that are a tenth more surprising in controls than in items, neither of which was seen. */
function otherKind(run: number) {
  const random = randomOf(`controls of another kind ${run}`);
  const texts = (mean: number) =>
    Array.from({length: 64}, (_, i) =>
      Array.from({length: 60}, () => {
        const logprob = mean * Math.log(1 - random.real());
        return {logprob, others: [Math.log(-Math.expm1(logprob) / 2 + 1e-12)], id: `${i}`};
      })
    );
  return {items: texts(2), controls: texts(2.2)};
}
const scored = (texts: ReturnType<typeof otherKind>["items"], score: (tokens: (typeof texts)[number]) => number) =>
  texts.map((tokens, i) => ({id: `${i}`, stratum: "", score: score(tokens)}));

function probeCases(
  p: (report: ReturnType<typeof simulatedReport>) => number | null,
  foreign: Omit<Case, "repetitions">
): Record<DetectorCase, Case> {
  const simulateOf = (items: number, first: number) => (run: number) => tested(p(cleanReport(first + run, items)));
  return {
    ordinary: {condition: "32 items and 32 controls", repetitions: 200, simulate: simulateOf(32, 300_000)},
    weakest: {condition: "8 items and 8 controls", repetitions: 200, simulate: simulateOf(8, 310_000)},
    foreign: {...foreign, repetitions: 200},
    extreme: {condition: "128 items and 128 controls", repetitions: 40, simulate: simulateOf(128, 320_000)}
  };
}

const OTHER_KIND = "controls are a tenth more surprising than items";

/** Examples that do harm without any memory: four in five texts are less likely after them, items and controls alike. */
function harmfulExamples(run: number): Count {
  const random = randomOf(`harmful examples ${run}`);
  const texts = (count: number): TextInContext[] =>
    Array.from({length: count}, () => ({stratum: "", alone: -2, inContext: random.chance(0.8) ? -2.2 : -1.8}));
  return tested(contextTest(texts(64), texts(64), {seed: run, most: 1_999}).p);
}

/** A sorted benchmark that nobody has seen: neighbours are alike, and each pair adds a nat to a shard's log-probability. */
function sortedOrder(run: number): Count {
  const random = randomOf(`sorted benchmark ${run}`);
  const shards = Array.from({length: 8}, () => ({
    canonical: 3 + 2 * normal(random),
    permuted: Array.from({length: 7}, () => 2 * normal(random))
  }));
  return tested(exchangeability(shards, {seed: run, most: 1_999}).p);
}

// Answers.

interface AnswerSize {
  models: number;
  items: number;
  contaminated: number;
  scatter?: number;
}
/** Answers by a logistic curve, none of them known; `scatter`: standard deviation over models of how much easier the flagged items are. */
function effectAlarms(run: number, {models: size, items: count, contaminated, scatter = 0}: AnswerSize): Count {
  const random = randomOf(`clean answers ${run} ${size} ${count} ${contaminated} ${scatter}`);
  const items = Array.from({length: count}, (_, i) => ({
    verdict: i < contaminated ? ("exact" as const) : ("clean" as const),
    stratum: `${i % 2}`,
    guess_chance: 0
  }));
  const difficulty = items.map(() => 1.5 * normal(random));
  const models = Array.from({length: size}, (_, i) => `m${i}`);
  const ability = models.map(() => 1.5 * normal(random));
  const shift = models.map(() => scatter * normal(random));
  const cells = models.flatMap((_, m) => items.map((_, i) => [m, i] as const));
  const effects = contaminationEffects(
    {
      models,
      items,
      model: cells.map(([m]) => m),
      item: cells.map(([, i]) => i),
      correct: cells.map(([m, i]) =>
        Number(random.chance(1 / (1 + Math.exp(difficulty[i]! - ability[m]! - (i < contaminated ? shift[m]! : 0)))))
      )
    },
    {seed: run, most: 1_999}
  );
  const done = effects.filter(({p}) => p !== null);
  return {alarms: done.filter(({p}) => p! <= LEVEL).length, n: done.length};
}

function performanceAlarms(run: number, size: Parameters<typeof simulatedSets>[1]): Count {
  const {set, reference} = simulatedSets(`alarms ${run}`, size);
  const done = performanceEffects(set, reference, {seed: run, replicates: 300}).filter(({p}) => p !== null);
  return {alarms: done.filter(({p}) => p! <= LEVEL).length, n: done.length};
}

const SIMULATIONS: Record<DetectorId, Record<DetectorCase, Case>> = {
  exact: ofTexts(texts => copyAlarms(texts, "exact")),
  near: ofTexts(texts => copyAlarms(texts, "near")),
  paraphrase: ofTexts(paraphraseAlarms),
  embedding: ofTexts(embeddingAlarms),
  duplicate: ofTexts(duplicateAlarms),
  "min-k": probeCases(({membership}) => membership[0]!.p, {
    condition: OTHER_KIND,
    simulate(run) {
      const {items, controls} = otherKind(run);
      return tested(
        membershipTest(
          scored(items, tokens => minK(tokens)!),
          scored(controls, tokens => minK(tokens)!),
          {seed: run, most: 1_999}
        ).p
      );
    }
  }),
  "min-k++": probeCases(({membership}) => membership[1]!.p, {
    condition: OTHER_KIND,
    simulate(run) {
      const {items, controls} = otherKind(run);
      const score = (tokens: (typeof items)[number]) => minKPlusPlus(tokens)!.score;
      return tested(membershipTest(scored(items, score), scored(controls, score), {seed: run, most: 1_999}).p);
    }
  }),
  order: probeCases(({order}) => order.p, {condition: "a benchmark sorted by topic, 3 nats a shard", simulate: sortedOrder}),
  context: probeCases(({context}) => context!.p, {
    condition: "examples make 80 % of all texts less likely",
    simulate: harmfulExamples
  }),
  effect: {
    ordinary: {
      condition: "10 models, 160 items, 20 with a copy",
      repetitions: 40,
      simulate: run => effectAlarms(run, {models: 10, items: 160, contaminated: 20})
    },
    weakest: {
      condition: "2 models, 12 items, 6 with a copy",
      repetitions: 200,
      simulate: run => effectAlarms(run, {models: 2, items: 12, contaminated: 6})
    },
    foreign: {
      condition: "copied items of another topic, for which models differ by 0.5 logits",
      repetitions: 40,
      simulate: run => effectAlarms(run, {models: 10, items: 160, contaminated: 20, scatter: 0.5})
    },
    extreme: {
      condition: "60 models, 2,000 items, 400 with a copy",
      repetitions: 2,
      simulate: run => effectAlarms(run, {models: 60, items: 2_000, contaminated: 400})
    }
  },
  performance: {
    ordinary: {
      condition: "20 models, 500 items each",
      repetitions: 25,
      simulate: run => performanceAlarms(run, {models: 20, items: 500, reference: 500})
    },
    weakest: {
      condition: "6 models, 20 items each",
      repetitions: 100,
      simulate: run => performanceAlarms(run, {models: 6, items: 20, reference: 20, spread: 2})
    },
    foreign: {
      condition: "a reference set of another topic, for which models differ by 0.5 logits",
      repetitions: 25,
      simulate: run => performanceAlarms(run, {models: 20, items: 500, reference: 500, scatter: 0.5})
    },
    extreme: {
      condition: "60 models, 2,000 items each, a quarter right by guessing",
      repetitions: 4,
      simulate: run => performanceAlarms(run, {models: 60, items: 2_000, reference: 2_000, guess: 0.25})
    }
  }
};

/** False alarms of one detector in one case. @param share part of the repetitions, at least one */
export function falseAlarmsOf(id: DetectorId, name: DetectorCase, {share = 1} = {}): FalseAlarms {
  const {condition, repetitions, simulate} = SIMULATIONS[id][name];
  const total = {alarms: 0, n: 0};
  for (let run = 0; run < Math.max(1, Math.ceil(share * repetitions)); run++) {
    const {alarms, n} = simulate(run);
    total.alarms += alarms;
    total.n += n;
  }
  return {id, case: name, condition, ...total};
}

/** False alarms of all detectors in all cases. */
export function* allFalseAlarms(): Generator<FalseAlarms> {
  for (const {id} of DETECTORS) for (const name of CASES) yield falseAlarmsOf(id, name);
}

// The table of docs/contamination-probes.md.

const HEADER = `| detector | command | needs | sees | misses | false alarms, of | ${CASES.join(" | ")} |`;

/** The document with other rows in the table of detectors, which ends at the next heading. */
export function withDetectorTable(document: string, alarms: readonly FalseAlarms[], date: string): string {
  const start = document.indexOf("| detector |");
  const end = document.indexOf("\n## ", start);
  if (start < 0 || end < 0) throw new Error("no table of detectors in docs/contamination-probes.md");
  const cell = (row: FalseAlarms | null) => `${alarmsText(row)}${row ? ` (${row.condition})` : ""}`;
  const rows = detectorRows(alarms).map(
    ({name, command, needs, sees, misses, unit, alarms: byCase}) =>
      `| ${[name, `\`${command}\``, needs, sees, misses, unit, ...CASES.map(each => cell(byCase[each]))].join(" | ")} |`
  );
  const line = `| ${new Array(6 + CASES.length).fill("---").join(" | ")} |`;
  const note = `Seeds 0 and up of each case; ${date}.`;
  return `${document.slice(0, start)}${[HEADER, line, ...rows].join("\n")}\n\n${note}\n${document.slice(end)}`;
}
