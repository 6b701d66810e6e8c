// Accuracies as read by this project's reader against the published ones, with the causes of each difference: docs/published-readings.md.

import {publishedName, type ZeroEvalSet} from "../../pipelines/run/published/zeroEvalNames.js";
import {CAUSES, type Cause} from "../score/answer/publishedCauses.js";
import {judgedCauses, type PublishedSet} from "../score/answer/publishedJudged.js";
import {
  explainedPoints,
  type MmluProReadings,
  type ModelReadings,
  mmluProReadings,
  netByCause,
  type SingleClaims,
  zeroEvalReadings
} from "../score/answer/publishedReadings.js";
import {absent} from "../score/realAnswers.js";
import type {BenchRow} from "./infer.bench.js";

export interface PublishedReadings {
  gsm: ModelReadings[];
  "math-l5": ModelReadings[];
  "mmlu-pro": MmluProReadings[];
}

export const readPublished = (): PublishedReadings => ({
  gsm: zeroEvalReadings("gsm"),
  "math-l5": zeroEvalReadings("math-l5"),
  "mmlu-pro": mmluProReadings()
});

const fixed = (value: number): string => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2);
const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace("-", "−"));
const points = (value: number): string => (value >= 0.005 ? `+${fixed(value)}` : fixed(value).replace("-", "−"));
const grouped = (count: number): string => count.toLocaleString("en");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(cells => `| ${cells.join(" | ")} |`).join("\n");
}

/** Causes of a model's difference with answers gained and lost, the largest first. */
function causesOf({disagreements}: ModelReadings): string {
  return [...netByCause(disagreements)]
    .filter(([, net]) => net !== 0)
    .sort(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || (a < b ? -1 : 1))
    .map(([cause, net]) => `${cause} ${signed(net)}`)
    .join(", ");
}

const modelName = (set: ZeroEvalSet, model: string): string => {
  const name = publishedName(set, model);
  return name === model ? model : `${model} (${name})`;
};

const zeroEvalTable = (set: ZeroEvalSet, readings: readonly ModelReadings[]): string =>
  table(
    ["model", "answers", "published", "this project", "difference", "causes, in answers"],
    readings.map(reading => [
      ...[modelName(set, reading.model), grouped(reading.n), fixed(reading.published), fixed(reading.ours)],
      ...[points(reading.ours - reading.published), causesOf(reading)]
    ])
  );

/** Points above the published accuracy less its drawn letters. */
export const aboveDrawn = ({ours, published, random}: ModelReadings): number => ours - (published - random);

const mmluProTable = (readings: readonly MmluProReadings[]): string =>
  table(
    ["model", "answers", "drawn", "counted wrong", "published", "less drawn", "this project", "difference", "causes, in answers"],
    readings.map(reading => [
      ...[reading.model, grouped(reading.n), grouped(reading.drawn), grouped(reading.unread), fixed(reading.published)],
      ...[fixed(reading.published - reading.random), fixed(reading.ours), points(aboveDrawn(reading)), causesOf(reading)]
    ])
  );

function causeTable(set: PublishedSet, readings: readonly ModelReadings[]): string {
  const all = readings.flatMap(({disagreements}) => disagreements);
  const rows = (Object.keys(CAUSES) as Cause[]).flatMap(cause => {
    const found = all.filter(one => one.cause === cause);
    const [ours, theirs] = [found.filter(one => one.ours && !one.theirs), found.filter(one => one.theirs && !one.ours)];
    const judged = judgedCauses(set, cause, found);
    if (found.length === 0 && judged.read === 0) return [];
    const counts = [
      found.length,
      ours.length,
      theirs.length,
      judged.read,
      judged.ours,
      judged.theirs,
      judged.unclear,
      judged.resolved
    ];
    return [[cause, CAUSES[cause], ...counts.map(grouped)]];
  });
  const head = ["cause", "what differs", "answers", "scored right here only", "right there only"];
  return table([...head, "read by eye", "this project right", "published right", "unclear", "agree since"], rows);
}

export function singleClaims(readings: readonly MmluProReadings[]): SingleClaims {
  const total: SingleClaims = {texts: 0, same: 0, hedges: 0, hedgesSame: 0};
  for (const {single} of readings) for (const key of Object.keys(total) as (keyof SingleClaims)[]) total[key] += single[key];
  return total;
}

const percent = (count: number, n: number): string => `${((100 * count) / n).toFixed(2)} %`;

function singleText(readings: readonly MmluProReadings[]): string {
  const {texts, same, hedges, hedgesSame} = singleClaims(readings);
  const [plain, plainSame] = [texts - hedges, same - hedgesSame];
  return `${grouped(texts)} texts have "answer is (X)" exactly once. This project reads the same letter in ${grouped(same)} (${percent(same, texts)}).
In ${grouped(hedges)} of them the sentence goes on to further letters, as in "(A) and (E)"; most name several options, and no answer is read
but in ${grouped(hedgesSame)}. Of the other ${grouped(plain)}, ${grouped(plainSame)} have the same letter (${percent(plainSame, plain)}).`;
}

/** The page docs/published-readings.md. */
export function publishedPage(readings: PublishedReadings): string {
  const {gsm, "math-l5": math, "mmlu-pro": mmluPro} = readings;
  return `# Readings against published ones

Real models' answers whose authors have published accuracies are read by this project's reader ([extraction](extraction.md)), and each disagreement with
the published reading is put into a cause. The published readers are written again in \`test/score/answer/publishedRules.ts\`; for all 66 files of ZeroEval
they give the published accuracy, share without an answer and mean length of the reasoning to the last digit, so that the causes below explain
whole differences. For MMLU-Pro the published letter of each answer is part of the data.

    npm run -s bench -- published

prints this page from the answers, which are not part of the repository: ZeroEval (WildEval, Apache-2.0) and MMLU-Pro (TIGER-AI-Lab, Apache-2.0, items MIT).
\`npx vitest run --project foreign test/score/answer/published.foreign.test.ts -u\` writes it. Accuracies are in percent, differences in points; "later answer +22" means 22 answers
more that are scored as right. Of each cause at least 50 answers were read by eye, or all where there are fewer; ids and verdicts are in
\`test/score/answer/publishedJudged.json\`. One person read them, knowing both readings: the whole field, or the 100 to 300 characters around each reading and at the
text's end. "Agree since" counts answers on which both readers agree after a later change of this project's reader.

## GSM8K

${zeroEvalTable("gsm", gsm)}

${causeTable("gsm", gsm)}

## MATH level 5

Two files are incomplete: the published accuracy is of the same 706 and 425 answers.

${zeroEvalTable("math-l5", math)}

${causeTable("math-l5", math)}

## MMLU-Pro

Where the published reader finds no letter, it draws one for three models, and counts a wrong answer for the others; "drawn" and "counted wrong" are these answers.
All drawn letters are G, since the generator starts again with the same seed. "Less drawn" is the published accuracy without the hits that drawn letters are expected to have (1 ÷ options each).
The difference is from that. The keys of some files differ from the corrected key; each file is scored by its own.

${mmluProTable(mmluPro)}

${causeTable("mmlu-pro", mmluPro)}

${singleText(mmluPro)}
`;
}

/** The largest absolute difference of a set, and the largest that no named cause explains. */
function differences(readings: readonly ModelReadings[], bar: number, name: string): BenchRow {
  const left = Math.max(...readings.map(reading => Math.abs(reading.ours - reading.published - explainedPoints(reading))));
  return {
    work: `${name}: largest difference from a published accuracy that no cause explains, in points`,
    ours: left.toFixed(2),
    baseline: bar.toFixed(2),
    ratio: left / bar,
    target: "≤ 1 × baseline"
  };
}

export function benchPublished(): BenchRow[] {
  if (absent) {
    process.stderr.write("no published answers: needs ../shared/data/responses\n");
    return [];
  }
  const readings = readPublished();
  process.stdout.write(`${publishedPage(readings)}\n`);
  return [
    differences(readings.gsm, 0.5, "GSM8K"),
    differences(readings["math-l5"], 1, "MATH level 5"),
    differences(readings["mmlu-pro"], 1, "MMLU-Pro")
  ];
}
if (process.argv[1]?.endsWith("published.bench.ts")) benchPublished();
