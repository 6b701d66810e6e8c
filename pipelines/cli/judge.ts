// The command `judge`: a model compares or rates stored responses, and its votes are compared with people's.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {MODES, SCALES} from "../infer/judging.js";
import {report} from "../infer/progress.node.js";
import {interrupts} from "../run/interrupt.js";
import {PASS} from "../run/judge/ask.js";
import type {JudgeReport} from "../run/judge/judgeReport.js";
import {type GradeNoise, repeatGrades} from "../run/judge/repeat.js";
import {runJudge} from "../run/judge/run.js";
import {STORE} from "../run/results.js";
import {MAX_PAIRS} from "../studies/preferences/annotation/make.node.js";
import type {JudgeNoise} from "../studies/preferences/judging/noise.js";
import {bookOf, endpointOptions, secretsOf} from "./bookOptions.js";
import {option, printingCommand} from "./command.js";
import {bookOption, dollars, path, storeOption, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const judgeCommand = printingCommand({
  name: "judge",
  summary: "let a model judge pairs of responses, in both orders, and report how far it can be trusted",
  options: z.strictObject({
    judge: option(z.string(), "the model that judges: one of the book, or with --base-url any", {value: "model"}),
    out: path("votes as JSON lines, in the form that human study reads; with grade the verdicts on each answer"),
    pairs: path("a store to draw pairs from, or a file of JSON lines with one pair each", {value: "source"}).default(STORE),
    mode: option(
      z.enum([...MODES, "grade"]).default("pairwise"),
      "compare two responses, rate each, or grade stored answers of banks with this judge again",
      {value: "name"}
    ),
    repeat: wholeNumber("n verdicts on each response: how often the judge changes its verdict; the first one counts").default(1),
    pass: option(
      z.number().min(0).max(1).default(PASS),
      "with rubric and --repeat: share of the best grade from which a response passes",
      {
        value: "share"
      }
    ),
    ratings: path("with rubric: each response's grades as JSON lines, in the form of a file of ratings").optional(),
    scale: option(z.literal(SCALES).default(5), "the best grade of a rubric", {value: "n"}),
    limit: wholeNumber("at most n pairs").default(MAX_PAIRS),
    against: path("people's votes to calibrate against").optional(),
    book: bookOption(),
    store: storeOption("the store whose lock is taken, so that two judges do not ask the same"),
    ...endpointOptions,
    max_cost: dollars("spend at most this much on new answers, counting the worst case").optional()
  }),
  examples: [
    "--judge my-judge --out votes.jsonl --limit 100",
    "--judge my-judge --mode rubric --out votes.jsonl --ratings grades.jsonl"
  ],
  async run({judge, limit, max_cost: maxCost, mode, ...options}, io): Promise<JudgeReport | GradeNoise> {
    await checkOut(options.out);
    await checkOut(options.ratings, {option: "--ratings"});
    const book = await bookOf(mode === "grade" ? options : {...options, model: judge});
    const log = report({secrets: secretsOf(book, io)});
    using signals = interrupts(log);
    const asking = {...options, maxCost, most: limit, report: log, stop: signals.stop, abort: signals.abort};
    if (mode === "grade") {
      const {noise, judged} = await repeatGrades(book, {...asking, judge});
      await writeOut(judged.map(each => `${JSON.stringify(each)}\n`).join(""), options.out, io);
      for (const line of [usageSentence(noise, judge), ...noiseSentences(noise, judge)]) log.info(line);
      return noise;
    }
    const judged = await runJudge(book, {...asking, mode});
    for (const line of sentences(judged, judge)) log.info(line);
    return judged;
  },
  print: judged => `${JSON.stringify(judged, null, 2)}\n`,
  exitCode: ({failed, left}) => (failed > 0 ? 1 : left > 0 ? 3 : 0)
});

export const commands = [judgeCommand];

const usageSentence = ({requests, cached, prompt_tokens, completion_tokens, cost}: GradeNoise, judge: string): string =>
  `${judge}: ${requests - cached} asked, ${cached} from the cache, ${prompt_tokens + completion_tokens} tokens, ${cost === null ? "cost unknown: no price" : `$${cost.toFixed(4)}`}`;

/** A judge's noise as sentences; none without two verdicts on anything. */
function noiseSentences({n, verdicts, flips, split}: JudgeNoise, judge: string): string[] {
  if (n === 0) return [`${judge}: no response has two verdicts`];
  return [
    `a second verdict on the same differs: ${percent(flips.value!)} ${range({lo: flips.low, hi: flips.high})}; verdicts on both sides: ${percent(split.value!)} ${range({lo: split.low, hi: split.high})} of n = ${n}, ${plural(verdicts, "verdict")}`
  ];
}

const percent = (share: number) => `${(100 * Math.max(0, share)).toFixed(1)} %`;
const range = ({lo, hi}: {lo: number | null; hi: number | null}) =>
  lo === null || hi === null ? "[no interval]" : `[${percent(lo)}, ${percent(hi)}]`;
const estimate = (value: number, low: number | null, high: number | null) =>
  `${value.toFixed(2)}${low === null || high === null ? " [no interval]" : ` [${low.toFixed(2)}, ${high.toFixed(2)}]`}`;

/** The report as sentences, every estimate with its interval and n. */
export function sentences(judging: JudgeReport, judge: string): string[] {
  const reasons = Object.entries(judging.unscored).map(([reason, pairs]) => `${pairs} ${reason}`);
  const lines = [
    `${judge}${judging.simulated ? " (simulated)" : ""}: ${plural(judging.votes, "vote")} on ${plural(judging.pairs, "pair")}${reasons.length > 0 ? `, unscored: ${reasons.join(", ")}` : ""}; ${judging.inconsistent} inconsistent, counted as ties; ${judging.requests - judging.cached} asked, ${judging.cached} from the cache, ${judging.prompt_tokens + judging.completion_tokens} tokens, ${judging.cost === null ? "cost unknown: no price" : `$${judging.cost.toFixed(4)}`}`
  ];
  if (judging.failed + judging.left > 0)
    lines.push(`${plural(judging.failed, "pair")} failed, ${plural(judging.left, "pair")} not asked`);
  if (judging.own > 0)
    lines.push(`${plural(judging.own, "pair")} with an answer of the judge's own model: see self-preference in a study`);
  const {position, calibration} = judging;
  if (position?.swaps.share != null)
    lines.push(
      `same verdict after the responses changed places: ${percent(position.swaps.share)} ${range(position.swaps)}, n = ${position.swaps.n}`
    );
  if (position)
    lines.push(
      `advantage of the response shown first: ${estimate(100 * position.advantage, position.low && 100 * position.low, position.high && 100 * position.high)} percentage points, n = ${position.n} pairs`
    );
  if (calibration) {
    const {kappa, humans, strengths, study} = calibration;
    const {judge: own, people, difference} = study.calibration;
    const rate = ({value, lo, hi, n, why}: typeof difference) =>
      value === null ? `none (${why})` : `${percent(value)} ${range({lo, hi})}, n = ${n}`;
    lines.push(`judge and a person agree: ${rate(own.all)} pairs of votes; two people agree: ${rate(people.all)}`);
    if (difference.value !== null)
      lines.push(
        `agreement of judge and person minus that of two people: ${estimate(100 * difference.value, difference.lo && 100 * difference.lo, difference.hi && 100 * difference.hi)} percentage points`
      );
    lines.push(
      kappa.value === null
        ? `no κ with people: ${kappa.why}`
        : `κ with people ${estimate(kappa.value, kappa.lo, kappa.hi)}, n = ${kappa.n} pairs; among people ${humans.value === null ? `none (${humans.why})` : `${estimate(humans.value, humans.lo, humans.hi)}, n = ${humans.n}`}`
    );
    for (const {coefficient, value, low, high, n} of strengths)
      lines.push(`strengths by judge and people, ${coefficient}: ${estimate(value, low, high)}, n = ${n} models`);
  }
  if (judging.noise) lines.push(...noiseSentences(judging.noise, judge));
  return lines;
}
