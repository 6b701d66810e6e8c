// Names of data sets of narratives: tests of a task that are told alike, so that each asks about another list.
import {NARRATIVE_TASK, type NarrativeParams, narrativeParams, PAIRED} from "../../generate/narratives/settings.js";

/** Paired parameters that a form does not depend on. */
const WITHOUT: Record<NarrativeParams["form"], readonly (typeof PAIRED)[number][]> = {
  story: [],
  prose: ["genre", "beat_tokens", "target_tokens", "tokenizer"],
  expression: ["order", "numerals", "genre", "beat_tokens", "target_tokens", "tokenizer"]
};

const usual = narrativeParams.parse({});

/** `verbose-listops story target_tokens=2000`: the form, of a story its length, and what else is told in another way than by default. */
export function dataSetOf(params: NarrativeParams): string {
  const told = PAIRED.filter(name => name !== "form" && !WITHOUT[params.form].includes(name));
  const named = told.filter(name => name === "target_tokens" || params[name] !== usual[name]);
  return [NARRATIVE_TASK, params.form, ...named.map(name => `${name}=${params[name]}`)].join(" ");
}
