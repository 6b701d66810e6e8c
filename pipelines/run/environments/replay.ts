// Makes the calls of a stored episode again, on a fresh database, so that its score rests on them and not on what its text claims.
import type {Test} from "../../generate/task.js";
import type {ForeignCompletion} from "../../infer/completion.js";
import {recordIn} from "../../score/episode.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import {openEpisode} from "./episode.js";

/** What the calls in a response's text come to; undefined where the test has no environment, or the text keeps no calls. */
export function replayedEpisode(
  {scorer}: Pick<Test, "scorer">,
  {text, finish_reason}: Pick<ForeignCompletion, "text" | "finish_reason">
): ScorerEffects["episode"] {
  if (scorer?.kind !== "environment") return undefined;
  const record = recordIn(text);
  if (!record) return undefined;
  const episode = openEpisode(scorer);
  try {
    for (const {calls} of record.turns) for (const call of calls) episode.call(call.tool, call.arguments);
    return {outcome: episode.outcome(), finish_reason};
  } finally {
    episode.close();
  }
}
