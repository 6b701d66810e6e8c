// Makes the study tables of the votes that the workbook ships with: votes, the ground truth of the simulation, and the results of the
// study. They rest on nothing in a store.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {leavesOf} from "../../store/pointers.js";
import type {Stage} from "../../store/writer.node.js";
import {maker} from "../maker.node.js";
import {voteAgreement} from "./agreement/agreement.js";
import {type Agreed, OVER_NAMES} from "./agreement/coefficient.js";
import {cohenPooled} from "./agreement/cohen.js";
import {keptOf} from "./bradleyTerry/controlled.js";
import {leadOf} from "./bradleyTerry/strengths.js";
import {shownParts} from "./shownParts.js";
import {
  groundTruthIn,
  recordOf,
  type SimulatedAnswers,
  sampleJudge,
  shippedPlan,
  simulateJudge,
  simulateVotes
} from "./simulate/simulateVotes.js";

import {humanStudy} from "./study.js";
import {preferencesTables} from "./tables.js";
import {type Vote, type Votes, votesOf} from "./votes/votes.js";

/** What the tables depend on: the plan of the simulation. */
export async function key(): Promise<string> {
  return sha256Hex(
    canonicalJson({
      plan: shippedPlan(),
      judge: sampleJudge(),
      columns: Object.keys(preferencesTables.agreement.columns)
    })
  ).slice(0, 16);
}

export const make = maker(preferencesTables, async ({report, stage, seconds}) => {
  const plan = shippedPlan();
  const answers: SimulatedAnswers = new Map();
  const people = simulateVotes(plan, answers);
  const judge = sampleJudge();
  for (const kind of ["discrimination", "position", "length", "ties"] as const)
    stage.append("planted", {kind, name: judge.judge, value: judge[kind], simulated: true});
  for (const [name, value] of Object.entries(judge.favours))
    stage.append("planted", {kind: "favour", name, value, simulated: true});
  for (const row of groundTruthIn(plan)) stage.append("planted", {...row, simulated: true});
  appendStudy(stage, {people, judged: simulateJudge(plan, judge, {people, answers}), simulated: true});
  report.info(`human: ${people.length} simulated judgments in ${seconds()} s`);
});

/**
 * Appends votes and the results of their study to the tables of a stage.
 * @param judged votes of a judging model on the same answers
 * @param inconsistent indices of those among them that are ties because its two verdicts, one in each order, differ
 * @returns strengths in log-odds by model, strongest first
 */
export function appendStudy(
  stage: Pick<Stage, "append">,
  {
    people,
    judged,
    inconsistent = null,
    simulated
  }: {people: readonly Vote[]; judged: readonly Vote[]; inconsistent?: ReadonlySet<Vote> | null; simulated: boolean}
): ReadonlyMap<string, number> {
  const votes = votesOf(people);
  const {strengths} = humanStudy(votes);
  for (const vote of people) stage.append("votes", recordOf(vote, {simulated}));
  for (const vote of judged) {
    const record = recordOf(vote, {simulated});
    stage.append("judge_votes", inconsistent?.has(vote) ? {...record, winner: "tie (inconsistent)"} : record);
  }
  for (const [i, {model, votes: n, beta, elo, se, interval, ranks}] of strengths.rows.entries()) {
    const next = strengths.rows[i + 1];
    const lead = next && leadOf(strengths, model, next.model);
    stage.append("strengths", {
      model,
      votes: n,
      beta,
      elo,
      se_information: se.information,
      se_sandwich: se.votes,
      se_by_prompt: se.prompts,
      se_by_annotator: se.annotators,
      se_both: se.both,
      low: interval[strengths.ranksBy]?.[0] ?? null,
      high: interval[strengths.ranksBy]?.[1] ?? null,
      rank: ranks.rank,
      rank_lo: ranks.lo,
      rank_hi: ranks.hi,
      simulated,
      over: strengths.ranksBy,
      rank_at_most: ranks.among,
      lead: lead?.value ?? null,
      lead_low: lead?.lo ?? null,
      lead_high: lead?.hi ?? null
    });
  }
  const [sortedPeople, sortedJudged] = [people, judged].map(inTableOrder) as [Vote[], Vote[]];
  const judge = votesOf(sortedJudged);
  const merged =
    inconsistent &&
    keptOf(
      judge,
      sortedJudged.flatMap((vote, v) => (inconsistent.has(vote) ? [v] : []))
    );
  for (const [part, value] of Object.entries(shownParts(votesOf(sortedPeople), strengths, judge, {merged})))
    for (const [position, leaf] of leavesOf(value).entries())
      stage.append("preference_details", {part, position, ...leaf, simulated});
  for (const row of agreementRows(votes)) stage.append("agreement", {...row, simulated});
  return new Map(strengths.rows.map(({model, beta}) => [model, beta]));
}

/**
 * Votes in the order of their table, in which the page reads them: ties among equal numbers of votes, and random halves of the prompts, go by
 * the order of judges and prompts.
 */
const inTableOrder = (list: readonly Vote[]): Vote[] => {
  const key = ({question, turn, model_a, model_b, judge}: Vote) => [question, turn, model_a, model_b, judge];
  return list
    .map(vote => ({vote, key: key(vote)}))
    .sort((x, y) => {
      const at = x.key.findIndex((own, i) => own !== y.key[i]);
      return at < 0 ? 0 : x.key[at]! < y.key[at]! ? -1 : 1;
    })
    .map(({vote}) => vote);
};

function agreementRows(votes: Votes) {
  return [true, false].flatMap(ties => {
    const {fleiss, krippendorff, observed, chance, rates, votes: n} = voteAgreement(votes, {ties});
    const overOf = ({lo, over}: Agreed) => (lo === null ? null : OVER_NAMES[over!]);
    const shares = {
      votes: n,
      observed: observed.value,
      observed_low: observed.lo,
      observed_high: observed.hi,
      observed_over: overOf(observed),
      chance,
      rate_first: rates.first,
      rate_tie: rates.tie,
      rate_second: rates.second
    };
    const row = (coefficient: string, own: Agreed) => {
      const {value, lo, hi, n} = own;
      return {coefficient, ties, value, low: lo, high: hi, over: overOf(own), n, ...shares};
    };
    return [
      row("fleiss", fleiss),
      ...(["nominal", "ordinal", "interval"] as const).map(metric => row(`krippendorff ${metric}`, krippendorff[metric])),
      row("cohen", cohenPooled(votes, {ties}))
    ];
  });
}
