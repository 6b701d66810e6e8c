// The scorers, one for each kind.
import type {Scorer, ScorerKind} from "../../book/scorers.js";
import {choice} from "./choice.js";
import {list, set} from "./collection.js";
import {exact} from "./exact.js";
import {instructions} from "./instructions.js";
import {json} from "./json.js";
import {label} from "./label.js";
import {loglikelihood} from "./loglikelihood.js";
import {number} from "./number.js";
import {regex} from "./regex.js";
import {rubric} from "./rubric.js";
import {type ScoredTest, type ScorerEffects, type Scoring, unscored, type Verdict} from "./scorer.js";
import {text} from "./text.js";

const scorers: {[Kind in ScorerKind]: Scoring<Kind>} = {
  exact,
  choice,
  number,
  text,
  set,
  list,
  label,
  regex,
  json,
  instructions,
  loglikelihood,
  rubric,
  code: () => unscored("programs are not run yet, so answers of a scorer of kind code have no score")
};

/** What a test's scorer makes of the part of a response after its reasoning. */
export const verdictOf = (answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects): Verdict =>
  (scorers[scorer.kind] as Scoring<ScorerKind>)(answer, test, scorer as never, effects);
