// The scorers: one for each kind, and those of the user's own by their names.
import type {Scorer, ScorerKind} from "../../book/scorers.js";
import {choice} from "./choice.js";
import {code} from "./code.js";
import {list, set} from "./collection.js";
import {withConfidence} from "./confidence.js";
import {environment} from "./environment.js";
import {exact} from "./exact.js";
import {fact} from "./fact.js";
import {instructions} from "./instructions.js";
import {json} from "./json.js";
import {label} from "./label.js";
import {localized} from "./localized.js";
import {loglikelihood} from "./loglikelihood.js";
import {number} from "./number.js";
import {own} from "./own.js";
import {refusal} from "./refusal.js";
import {regex} from "./regex.js";
import {rubric} from "./rubric.js";
import type {ScoredTest, ScorerEffects, Scoring, Verdict} from "./scorer.js";
import {text} from "./text.js";

const scorers: {[Kind in ScorerKind]: Scoring<Kind>} = {
  exact,
  choice,
  number,
  text,
  set,
  list,
  label,
  fact,
  localized,
  regex,
  json,
  instructions,
  loglikelihood,
  rubric,
  confidence: withConfidence((answer, test, scorer, effects) => verdictOf(answer, test, scorer, effects)),
  environment,
  refusal,
  code,
  own
};

/** What a test's scorer makes of the part of a response after its reasoning. */
export function verdictOf(answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects): Verdict {
  return (scorers[scorer.kind] as Scoring<ScorerKind>)(answer, test, scorer as never, effects);
}
