// Columns of the tables of the study of item response theory (pipelines/studies/irt/make.ts).
import {column, complexity, evaluation, simulated, type Table} from "../../store/columns.js";

const truncated = column("key", "how truncated responses are taken: missing or wrong");

export const irtTables = {
  irt_items: {
    description:
      "one row per test that at least two evaluations answered: its parameters under the 3PL, truncated responses missing",
    columns: {
      item_id: column("text", "identity of the test"),
      ...complexity,
      generator_version: column("integer", "version of the task's generator"),
      seed: column("bigint", "global seed"),
      tiers: column("texts", "difficulty tiers of the test's point"),
      n: column("integer", "evaluations that answered it"),
      correct: column("integer", "of these, right ones"),
      a: column("double", "discrimination; null where all answered alike, as are the others"),
      se_a: column("double", "its standard error"),
      d: column("double", "intercept −ab"),
      se_d: column("double", "its standard error"),
      c: column("double", "lower asymptote: the guess chance, or an estimate where the book asks for one"),
      se_c: column("double", "its standard error; 0 where it is known"),
      b: column("double", "difficulty: the ability at which the curve stands halfway between c and 1"),
      se_b: column("double", "its standard error"),
      b_low: column("double", "lower end of its 95 % interval"),
      b_high: column("double", "upper end of its 95 % interval"),
      left_out: column("key", "why it was not fitted: all right or all wrong; null if it was"),
      simulated
    },
    order: ["base_task", "params", "generator_version", "seed", "item_id"]
  },
  irt_ability: {
    description: "one row per evaluation and way to take truncated responses: its ability under the 3PL of irt_items",
    columns: {
      ...evaluation,
      truncated,
      n: column("integer", "tests answered"),
      correct: column("integer", "of these, right ones"),
      theta: column("double", "ability; mean 0 and standard deviation 1 over the evaluations"),
      se: column("double", "its standard error were the items known"),
      low: column("double", "lower end of its 95 % interval, the items' uncertainty included"),
      high: column("double", "upper end of its 95 % interval"),
      simulated
    },
    order: ["model", "template", "sampler", "truncated"]
  },
  irt_fit: {
    description: "one row per fit to the store's responses",
    columns: {
      irt_model: column("key", "rasch, 2pl or 3pl"),
      guessing: column(
        "key",
        "lower asymptotes: none, known (each test's guess chance) or estimated, as the book's irt.guessing says"
      ),
      truncated,
      estimate: column("key", "how it was estimated: eb, empirical Bayes"),
      persons: column("integer", "evaluations"),
      items: column("integer", "tests fitted"),
      left_out: column("integer", "tests that all answered alike"),
      answers: column("integer", "responses used"),
      loglik: column("double", "log-likelihood, items integrated out or abilities, as quadrature says"),
      converged: column("boolean", "finite, no slope above tolerance, and the population of items at rest"),
      max_gradient: column("double", "largest slope at the end"),
      iterations: column("integer", "steps or cycles"),
      quadrature: column("key", "what was integrated out: abilities over a shared grid, abilities over adaptive nodes, or items"),
      spread: column("double", "standard deviation of ability in the unit of the discriminations"),
      heldout_n: column(
        "integer",
        "answers predicted in cross-validation over up to 1,000 tests; null where it was not made, as are the others"
      ),
      heldout_mean: column("double", "mean log-probability (natural) of an answer that the fit had not seen"),
      heldout_behind: column("double", "that less the best model's; 0 for the best"),
      heldout_low: column("double", "lower end of its 95 % interval, evaluations being the clusters"),
      heldout_high: column("double", "upper end of its 95 % interval"),
      simulated
    },
    order: ["irt_model", "truncated"]
  },
  irt_variance: {
    description:
      "one row per variance component of right answers (generalizability), truncated responses missing; models are evaluations",
    columns: {
      component: column("key", "model, task, point, test, model×task, model×point, model×test or trial"),
      variance: column("double", "its estimate, 0 where that is negative; null where the answers cannot tell it"),
      raw: column("double", "its estimate as it is"),
      low: column("double", "lower end of its 95 % interval by the jackknife over models; null below three"),
      high: column("double", "upper end of its 95 % interval"),
      share: column("double", "share of the sum of all components"),
      models: column("integer", "evaluations"),
      answers: column("integer", "responses used"),
      mean: column("double", "share of them that are right"),
      tasks: column("double", "tasks of an evaluation, harmonic mean, as are the next"),
      points: column("double", "points to a task"),
      tests: column("double", "tests to a point"),
      trials: column("double", "trials of a test"),
      simulated
    },
    order: ["component"]
  }
} satisfies Record<string, Table>;
