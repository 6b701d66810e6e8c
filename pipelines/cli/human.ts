// `human`: do the scores agree with people? Studies of pairwise judgments.
import {writeFile} from "node:fs/promises";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {detailsOf} from "../human/details.js";
import {isVotes, leaderboardFrom, votesFrom} from "../human/files.js";
import {shippedPlan} from "../human/plan.js";
import {report} from "../progress.js";
import type {Leaderboard} from "../study/human/leaderboard.js";
import {TIES, type Ties} from "../study/human/likelihood.js";
import {recordOf, simulateVotes} from "../study/human/simulate.js";
import {betas, ERRORS, type ErrorKind} from "../study/human/strengths.js";
import {humanStudy} from "../study/human/study.js";
import type {Votes} from "../study/human/votes.js";
import {positive} from "./options.js";

interface Options {
  votes?: string;
  against?: string;
  out?: string;
  ties: string;
  ranks?: string;
  replicates?: number;
  skipBad?: boolean;
  details?: boolean;
}

export function wordsOfHuman(program: Command): void {
  const human = program
    .command("human")
    .description("studies of people's preferences")
    .usage("<word> [options]")
    .argument("[word]")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((word?: string) => {
      const names = human.commands.map(each => each.name());
      if (word === undefined || word.startsWith("-")) throw new UserError(`human needs a word: ${names.join(", ")}`);
      throw new UserError(`unknown word "${word}"${didYouMean(word, names) || `; expected one of: ${names.join(", ")}`}`);
    });
  human
    .command("study")
    .description("agreement, strengths and correlations of a file of votes, as JSON (docs/human.md)")
    .allowUnknownOption(false)
    .allowExcessArguments(false)
    .option("--votes <file>", "pairwise judgments: JSON lines, JSON, CSV or Parquet")
    .option("--against <file>", "other votes, or a table of scores by model, to correlate the strengths with")
    .option("--out <file>", "write the study there instead of to stdout")
    .option("--ties <model>", `how ties count: ${TIES.join(", ")}`, "half")
    .option("--ranks <errors>", `errors that rank intervals rest on: ${ERRORS.join(", ")} (default: both, or what there is)`)
    .option("--replicates <n>", "bootstrap replicates", positive("replicates"))
    .option("--skip-bad", "leave out records that are no vote, and say so")
    .option("--details", "add a key `details`: pairs, places, effects of position and length, judges, reliability")
    .action(studyOf);
  human
    .command("simulate")
    .description("write the judgments that the workbook ships with, simulated from the reference models, as JSON lines")
    .allowUnknownOption(false)
    .allowExcessArguments(false)
    .option("--out <file>", "write there instead of to stdout")
    .action(async ({out}: {out?: string}) => {
      const lines = simulateVotes(shippedPlan()).map(vote => JSON.stringify(recordOf(vote)));
      await print(`${lines.join("\n")}\n`, out);
      report().info(`${lines.length.toLocaleString("en")} judgments, simulated`);
    });
}

async function studyOf({votes: file, against, out, ties, ranks, replicates, skipBad, details}: Options): Promise<void> {
  if (file === undefined) throw new UserError("--votes is missing: a file of pairwise judgments");
  const oneOf = <T extends string>(flag: string, value: string, list: readonly T[]): T => {
    const found = list.find(each => each === value);
    if (found) return found;
    throw new UserError(`--${flag}: unknown "${value}"${didYouMean(value, list) || `; expected one of: ${list.join(", ")}`}`);
  };
  const chosen: Ties = oneOf("ties", ties, TIES);
  const ranksBy: ErrorKind | undefined = ranks === undefined ? undefined : oneOf("ranks", ranks, ERRORS);
  const say = report();
  const {votes, notes} = await votesFrom(file, {skipBad: skipBad === true});
  const other = against === undefined ? null : await againstOf(against, {ties: chosen, skipBad: skipBad === true});
  const found = humanStudy(votes, {
    ties: chosen,
    against: other?.table ?? null,
    others: other?.votes ?? null,
    ...(ranksBy && {ranksBy}),
    ...(replicates && {replicates})
  });
  found.study.notes.unshift(...notes, ...(other?.notes ?? []));
  for (const note of found.study.notes) say.warn(note);
  for (const {benchmark, coefficient, warnings} of found.study.correlations)
    if (coefficient === "pearson") for (const warning of warnings) say.warn(`${benchmark}: ${warning}`);
  const study = details
    ? {...found.study, details: detailsOf(votes, found, {ties: chosen, ...(replicates && {replicates})})}
    : found.study;
  await print(`${JSON.stringify(study, null, 2)}\n`, out);
  const {strengths, correlations, judges} = found.study;
  say.info(
    `${votes.n.toLocaleString("en")} votes of ${judges} judges on ${strengths.length} models, ${correlations.length / 3} benchmarks${out ? `; ${out}` : ""}`
  );
}

/** A table as it is; of votes, the strengths that they give. */
async function againstOf(
  file: string,
  {ties, skipBad}: {ties: Ties; skipBad: boolean}
): Promise<{table: Leaderboard; votes: Votes | null; notes: string[]}> {
  if (!(await isVotes(file))) {
    const table = await leaderboardFrom(file);
    return {table, votes: null, notes: table.notes.map(note => `${file}: ${note}`)};
  }
  const {votes, notes} = await votesFrom(file, {skipBad});
  const strengths = betas(votes, {ties});
  const models = [...strengths.keys()];
  return {
    table: {models, benchmarks: [{name: `strengths of ${file}`, values: models.map(model => strengths.get(model)!)}], notes: []},
    votes,
    notes
  };
}

async function print(text: string, out: string | undefined): Promise<void> {
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
}
