// Scores an episode of tool calls by the end state of its database and by its API's log.
import {type EpisodeOutcome, OUT_OF_TURNS} from "../episode.js";
import {type Scoring, unscored} from "./scorer.js";

/** What an episode came to, in a word; the first is the right one. */
const END_STATES = ["reached", "forbidden", "unfinished", "other", "unchanged"] as const;

const bit = (holds: boolean): number => (holds ? 1 : 0);

/** The measures of an episode. Shares have no value where there is nothing to share: no fault, or a goal that was not reached. */
function episodeMeasures(outcome: EpisodeOutcome, {finish_reason}: {finish_reason: string}): Record<string, number> {
  const {reached, calls, optimal, forbidden, malformed, unknown, faults, recovered} = outcome;
  return {
    end_state: bit(reached),
    forbidden,
    calls,
    needless_calls: Math.max(0, calls - faults - optimal),
    malformed_calls: malformed,
    unknown_tools: unknown,
    out_of_turns: bit(finish_reason === OUT_OF_TURNS),
    ...(faults > 0 && {faults, recovered: recovered / faults}),
    ...(reached && {efficiency: Math.min(1, optimal / Math.max(1, calls - faults))})
  };
}

export const environment: Scoring<"environment"> = (_, __, ___, {episode}) => {
  if (!episode) return unscored("the calls of its tools are not known, by which alone it is scored");
  const {reached, changed, forbidden} = episode.outcome;
  const unfinished = episode.finish_reason === OUT_OF_TURNS;
  const [goal, broken, open, other, unchanged] = END_STATES;
  const answer = reached ? (forbidden > 0 ? broken : unfinished ? open : goal) : changed ? other : unchanged;
  return {
    right: answer === goal,
    parsed: !unfinished,
    answer,
    answer_rule: null,
    measures: episodeMeasures(episode.outcome, episode)
  };
};
