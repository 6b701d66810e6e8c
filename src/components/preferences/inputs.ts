// Inputs of the page on preferences: files and filters.
import type {Ties} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import type {ErrorKind} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {occurrences, type Votes, where} from "../../pipelines/studies/preferences/votes/votes.js";
import {once} from "../shared/deferred.js";
import {ROW_FILES, readInput} from "../shared/fileInput.js";
import {choice, choices} from "../shared/inputs.js";
import {reads} from "../shared/reading/read.js";
import type {FileTasks} from "../shared/reading/tasks.js";
import {FILES} from "./data.js";

/** Kind of rows in each file of the reader's. */
const KINDS = {
  votes: "votes",
  ratings: "ratings",
  others: "votes",
  scores: "scores",
  criterion: "scores"
} as const satisfies Record<keyof typeof FILES, keyof FileTasks>;

/**
 * Input for a file of votes, ratings or scores, which a worker reads in the same tab; null until one is chosen.
 * @param remark text after the label
 */
export const ownFileInput = (file: keyof typeof KINDS, remark: string, {id}: {id: string}) =>
  readInput({
    id,
    label: `${FILES[file]} ${remark}`,
    accept: ROW_FILES,
    read: reads(KINDS[file]),
    remove: "Show the example data"
  });

const TIES_AS = ["half", "left out", "davidson", "rao-kupper"] as const;
const ERROR_NAMES: Record<ErrorKind, string> = {
  both: "prompts and judges",
  prompts: "prompts",
  annotators: "judges",
  votes: "votes (sandwich)",
  information: "the model's own (information)"
};

/** Inputs for filters and for what intervals generalise to. */
export function humanInputs({judges, judge, turn, n}: Votes) {
  const counts = occurrences(judge, judges.length);
  const named = judges.map((name, j) => ({name, votes: counts[j]!})).sort((x, y) => y.votes - x.votes);
  const turns = [...new Set(turn.subarray(0, n))].sort((x, y) => x - y).map(String);
  return choices({
    judge: choice("judge", ["all", ...named.map(({name}) => name)], {label: "Judge"}),
    turn: choice("turn", ["all", ...turns], {label: "Turn"}),
    ties: choice("ties", TIES_AS, {
      label: "Ties",
      names: {half: "half a win each", davidson: "modelled (Davidson)", "rao-kupper": "modelled (Rao and Kupper)"}
    }),
    errors: choice("errors", Object.keys(ERROR_NAMES) as ErrorKind[], {label: "Intervals over", names: ERROR_NAMES})
  });
}

export interface HumanFilters {
  judge: string;
  turn: string;
  ties: (typeof TIES_AS)[number];
  errors: ErrorKind;
}

/** The votes that pass the filters, and the treatment of their ties. */
export function chosen(votes: Votes, {judge, turn, ties}: HumanFilters): {votes: Votes; ties: Ties} {
  const asked = `${judge} ${turn} ${ties === "left out"}`;
  const known = selections(votes);
  const own = known.get(asked) ?? select();
  known.delete(asked);
  known.set(asked, own);
  if (known.size > MOST_SELECTIONS) known.delete(known.keys().next().value!);
  return {votes: own, ties: ties === "left out" ? "half" : ties};

  function select(): Votes {
    const j = judge === "all" ? -1 : votes.judges.indexOf(judge);
    const t = turn === "all" ? null : Number(turn);
    const passes = (v: number) =>
      (judge === "all" || votes.judge[v] === j) &&
      (t === null || votes.turn[v] === t) &&
      (ties !== "left out" || votes.outcome[v] !== 1);
    return where(votes, passes);
  }
}

/** Cache of recent selections, so that results for one are reused when the reader returns to it. */
const selections = once((_: Votes) => new Map<string, Votes>());
const MOST_SELECTIONS = 8;

export const errorName = (kind: ErrorKind): string => ERROR_NAMES[kind];
