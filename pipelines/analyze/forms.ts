// The command `forms`: the same nested lists as a story, as prose and written out, compared pair by pair.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {Evaluation} from "../studies/compare/answers.js";
import {evaluationsQuery} from "../studies/compare/answers.sql.js";
import {type FormRow, formAnswers, formPairs, type TellingAccuracy} from "../studies/narratives/forms.js";
import {formAnswersQuery} from "../studies/narratives/forms.sql.js";
import {command} from "./command.js";
import {count, countOrNull, evaluationFields, number, numberOrNull, simulatedField, text} from "./fields.js";
import type {Store} from "./store.js";

const telling = (side: "a" | "b", words: string) => ({
  [side]: text(words),
  [`${side}_tokens`]: countOrNull("tokens that its stories were to have; null for other forms"),
  [`${side}_accuracy`]: number("its share of right answers over these lists; truncated answers are wrong"),
  [`${side}_low`]: number("lower end of its 95 % interval (Wilson)"),
  [`${side}_high`]: number("upper end"),
  [`${side}_truncated`]: count("lists of which the answer was truncated")
});

export const forms = command({
  name: "forms",
  description: "the same nested lists written out, as prose and as stories: paired difference and McNemar's test by evaluation",
  options: z.object({}),
  row: z.object({
    ...evaluationFields,
    ...telling("a", "the plainer form: expression, prose or story; a shorter story where both are stories"),
    ...telling("b", "the form that it is compared with"),
    n: count("lists that were asked in both"),
    both: count("lists with a right answer in both"),
    only_a: count("in the plainer form alone"),
    only_b: count("in the other alone"),
    neither: count("in neither"),
    value: number("accuracy in the plainer form minus that in the other, exact match"),
    low: numberOrNull("lower end of its paired 95 % interval; null for a single list"),
    high: numberOrNull("upper end"),
    exact: number("McNemar's exact p: takes lists as independent"),
    mid: number("its mid-p"),
    left_out: count("further answers to a list in the same form, from points that differ in another parameter"),
    ...simulatedField
  }),
  async rows(store) {
    await needPairs(store);
    const evaluations = new Map(((await store.ask(evaluationsQuery)) as never as Evaluation[]).map(each => [each.eval_id, each]));
    const pairs = formPairs(formAnswers((await store.ask(formAnswersQuery)) as never as FormRow[]));
    if (pairs.length === 0)
      throw new UserError(
        'no evaluation here answered the same lists in two forms; "form: [story, prose, expression]" in a grid of verbose-listops asks them'
      );
    return pairs.map(({eval_id, a, b, ...pair}) => {
      const {model, template, sampler, simulated} = evaluations.get(eval_id)!;
      return {eval_id, model, template, sampler, ...flat("a", a), ...flat("b", b), ...pair, simulated};
    }) as never;
  }
});

const flat = (side: "a" | "b", {form, target_tokens, accuracy, low, high, truncated}: TellingAccuracy) => ({
  [side]: form,
  [`${side}_tokens`]: target_tokens,
  [`${side}_accuracy`]: accuracy,
  [`${side}_low`]: low,
  [`${side}_high`]: high,
  [`${side}_truncated`]: truncated
});

/** Throws a UserError where the store cannot say which tests ask about the same. */
async function needPairs(store: Store): Promise<void> {
  for (const table of ["samples", "items"]) store.need(table);
  const [found] = await store.ask("select count(*) as n from (describe items) where column_name = 'pair_id'");
  if (Number(found?.n) === 0)
    throw new UserError(
      "an older version wrote these tests, without pair_id: npm run run writes them again, answers come from the cache"
    );
}
