// Two readings of the same answers: how often they differ, and what accuracy is under each.
import {ENGLISH, type ValueKind} from "../../score/answer/values.js";
import {shareOf} from "../../stats/intervals.js";
import {differenceInterval, pairSumsDifference} from "../../stats/paired.js";
import {type Method, sameAnswer} from "./confusion.js";
import type {Disagreement} from "./tables.js";

/** An answer as each method reads it, whether that is right, and how the readings differ; null where they do not. */
export interface Compared extends Record<Method, string | null> {
  disagreement: Disagreement | null;
  rules_right: boolean;
  classifier_right: boolean;
}

export function comparedOf({rules, classifier}: Record<Method, string | null>, expected: string, kind: ValueKind): Compared {
  const own = kind.spell(expected, ENGLISH) ?? expected;
  const both = rules !== null && classifier !== null;
  const disagreement =
    rules === classifier || (both && sameAnswer(classifier, rules, kind))
      ? null
      : both
        ? "different"
        : rules !== null
          ? "only rules"
          : "only classifier";
  return {
    ...{rules, classifier, disagreement},
    // as they are scored: by the rules word for word, by the classifier without a leading article, which its spans leave out
    rules_right: rules !== null && rules === own,
    classifier_right: classifier !== null && (disagreement === null ? rules === own : sameAnswer(classifier, expected, kind))
  };
}

const rate = <Name extends string>(name: Name, k: number, n: number) => {
  const {low, high} = shareOf(k, n);
  return {[name]: k / n, [`${name}_low`]: low, [`${name}_high`]: high};
};

/** A row of `extractions`. @param answers at least one */
export function summaryOf(answers: readonly Compared[]): Record<string, number | null> {
  const n = answers.length;
  const count = (holds: (answer: Compared) => boolean) => answers.filter(holds).length;
  const apart = count(({disagreement}) => disagreement !== null);
  const gains = answers.map(({rules_right, classifier_right}) => Number(classifier_right) - Number(rules_right));
  const d = gains.reduce((sum, gain) => sum + gain, 0);
  const difference = pairSumsDifference({n, m: n, d, dd: gains.reduce((sum, gain) => sum + gain * gain, 0), dm: d, mm: n});
  const interval = differenceInterval(difference);
  return {
    ...{n, agreed: n - apart},
    only_rules: count(({disagreement}) => disagreement === "only rules"),
    only_classifier: count(({disagreement}) => disagreement === "only classifier"),
    different: count(({disagreement}) => disagreement === "different"),
    ...rate("disagreement", apart, n),
    ...rate(
      "rules",
      count(({rules_right}) => rules_right),
      n
    ),
    ...rate(
      "classifier",
      count(({classifier_right}) => classifier_right),
      n
    ),
    ...{difference: difference.value, difference_low: interval?.low ?? null, difference_high: interval?.high ?? null}
  };
}
