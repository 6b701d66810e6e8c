// The evaluations: what was measured, how well, at what length and price.
import {z} from "zod";
import {accuracyFields, costField, evaluationFields, POOLED, simulatedField, tokenFields, truncationFields} from "./fields.js";
import {word} from "./word.js";

export const evals = word({
  name: "evals",
  description: "evaluations (model, template, sampler): excess accuracy, truncation, tokens, cost; best first",
  options: z.object({}),
  row: z.object({
    ...evaluationFields,
    ...accuracyFields,
    ...truncationFields,
    ...tokenFields,
    ...costField,
    groups: z.array(z.string()).describe("facets of the model"),
    points: z.int().describe("points that the filters leave"),
    ...simulatedField
  }),
  async rows(store) {
    return (await store.ask(`select eval_id, model, template, sampler, any_value(groups) as groups, count(*) as points, ${POOLED}
      from picked group by eval_id, model, template, sampler order by accuracy desc nulls last, model, template, sampler`)) as never;
  },
  async plot(rows, {width}) {
    const {leaderboardPlot} = await import("../../src/components/leaderboard.js");
    return leaderboardPlot(rows, {width});
  },
  async sentence(rows) {
    const {leaderboardSentence} = await import("../../src/components/leaderboard.js");
    return leaderboardSentence(rows);
  }
});
