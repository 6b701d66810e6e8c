// The command `judge`: a model compares or rates stored responses, and its votes are compared with people's.
import {type Command, Option} from "commander";
import {plural} from "../book/plural.js";
import {currentBookFile} from "../book/read.node.js";
import type {Protocol} from "../book/schemas.js";
import {MODES, type Mode, type RatingScale, SCALES} from "../infer/judging.js";
import {report} from "../infer/progress.node.js";
import {interrupts} from "../run/interrupt.js";
import type {JudgeReport} from "../run/judge/judgeReport.js";
import {runJudge} from "../run/judge/run.js";
import {STORE} from "../run/results.js";
import {MOST_PAIRS} from "../studies/preferences/annotation/make.node.js";
import {dollars, positive} from "./options.js";
import {checkOut} from "./out.js";
import {bookOf, endpointOptions, secretsOf} from "./run.js";

interface Options {
  judge: string;
  pairs: string;
  out: string;
  ratings?: string;
  mode: Mode;
  scale: `${RatingScale}`;
  limit: number;
  against?: string;
  book: string;
  store: string;
  baseUrl?: string;
  protocol: Protocol;
  apiKeyEnv?: string;
  price?: {input: number; output: number};
  maxCost?: number;
}

/** Adds the command to the program. */
export function judgeCommands(program: Command): void {
  endpointOptions(
    program
      .command("judge")
      .description("let a model judge pairs of responses, in both orders, and report how far it can be trusted")
      .requiredOption("--judge <model>", "the model that judges: one of the book, or with --base-url any")
      .requiredOption("--out <file>", "votes as JSON lines, in the form that human study reads")
      .option("--pairs <source>", "a store to draw pairs from, or a file of JSON lines with one pair each", STORE)
      .addOption(new Option("--mode <name>", "compare two responses, or rate each").choices([...MODES]).default("pairwise"))
      .option("--ratings <file>", "with rubric: each response's grades as JSON lines, in the form of a file of ratings")
      .addOption(new Option("--scale <n>", "the best grade of a rubric").choices(SCALES.map(String)).default("5"))
      .option("--limit <n>", "at most n pairs", positive("limit"), MOST_PAIRS)
      .option("--against <file>", "people's votes to calibrate against")
      .option("--book <file>", "the book", currentBookFile())
      .option("--store <folder>", "the store whose lock is taken, so that two judges do not ask the same", STORE)
  )
    .option("--max-cost <dollars>", "spend at most this much on new answers, counting the worst case", dollars("max-cost"))
    .action(async ({judge, limit, scale, ...options}: Options) => {
      await checkOut(options.out);
      await checkOut(options.ratings, {option: "--ratings"});
      const book = await bookOf({...options, model: judge});
      const log = report({secrets: secretsOf(book)});
      using signals = interrupts(log);
      const {stop, abort} = signals;
      const found = await runJudge(book, {
        ...options,
        scale: Number(scale) as RatingScale,
        most: limit,
        report: log,
        stop,
        abort
      });
      for (const line of sentences(found, judge)) log.info(line);
      process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      process.exitCode = found.failed > 0 ? 1 : found.left > 0 ? 3 : 0;
    });
}

const percent = (share: number) => `${(100 * Math.max(0, share)).toFixed(1)} %`;
const range = ({lo, hi}: {lo: number | null; hi: number | null}) =>
  lo === null || hi === null ? "[no interval]" : `[${percent(lo)}, ${percent(hi)}]`;
const estimate = (value: number, low: number | null, high: number | null) =>
  `${value.toFixed(2)}${low === null || high === null ? " [no interval]" : ` [${low.toFixed(2)}, ${high.toFixed(2)}]`}`;

/** The report as sentences, every estimate with its interval and n. */
export function sentences(found: JudgeReport, judge: string): string[] {
  const reasons = Object.entries(found.unscored).map(([reason, pairs]) => `${pairs} ${reason}`);
  const lines = [
    `${judge}${found.simulated ? " (simulated)" : ""}: ${plural(found.votes, "vote")} on ${plural(found.pairs, "pair")}${reasons.length > 0 ? `, unscored: ${reasons.join(", ")}` : ""}; ${found.inconsistent} inconsistent, counted as ties; ${found.requests - found.cached} asked, ${found.cached} from the cache, ${found.prompt_tokens + found.completion_tokens} tokens, ${found.cost === null ? "cost unknown: no price" : `$${found.cost.toFixed(4)}`}`
  ];
  if (found.failed + found.left > 0)
    lines.push(`${plural(found.failed, "pair")} failed, ${plural(found.left, "pair")} not asked`);
  if (found.own > 0)
    lines.push(`${plural(found.own, "pair")} with an answer of the judge's own model: see self-preference in a study`);
  const {position, calibration} = found;
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
  return lines;
}
