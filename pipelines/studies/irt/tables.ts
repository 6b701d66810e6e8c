// Columns of the tables of the study of item response theory (pipelines/studies/irt/make.node.ts).
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
      simulated,
      infit: column(
        "double",
        "mean square weighted by information, 1 expected; null for an item that was not fitted, as are the others"
      ),
      infit_z: column("double", "its normal deviate"),
      outfit: column("double", "unweighted mean square, 1 expected"),
      outfit_z: column("double", "its normal deviate"),
      zh: column("double", "standardised log-likelihood; −2 and below is aberrant"),
      rest: column("double", "correlation with the share right on all other fitted tests"),
      rest_low: column("double", "lower end of its 95 % interval"),
      rest_high: column("double", "upper end of its 95 % interval"),
      sx2: column("double", "S-X²; null where it was not made: it takes 4 to 400 tests and 200 evaluations"),
      sx2_df: column("integer", "its degrees of freedom"),
      misfit_p: column("double", "p of S-X² where it was made, else the smaller one of infit and outfit, doubled"),
      misfit_adjusted: column("double", "that adjusted for the number of tests (Benjamini–Hochberg)")
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
      simulated,
      rank: column("integer", "1 = ablest"),
      rank_low: column("integer", "best rank in the simultaneous 95 % interval, the items' uncertainty included"),
      rank_high: column("integer", "worst rank in it"),
      zh: column("double", "standardised log-likelihood of its answers; −2 and below is aberrant")
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
      heldout_behind: column("double", "that minus the best model's; 0 for the best"),
      heldout_low: column("double", "lower end of its 95 % interval, evaluations being the clusters"),
      heldout_high: column("double", "upper end of its 95 % interval"),
      simulated,
      copies: column(
        "integer",
        "evaluations that repeat another answer by answer; null but for the 3PL with truncated as missing, as are the others"
      ),
      compared_pairs: column("integer", "pairs of evaluations that answered 20 tests or more in common"),
      alike_pairs: column("integer", "of these, pairs that answer alike more than ability, difficulty and chance explain"),
      effective: column("double", "number of independent evaluations that they amount to"),
      closest_one: column("key", "eval_id of one of the two evaluations that answer most alike; null where no pair does"),
      closest_other: column("key", "eval_id of the other"),
      closest_r: column("double", "correlation of their residuals"),
      closest_n: column("integer", "tests that both answered"),
      q3_pairs: column("integer", "pairs of tests compared by Q3; null with more than 400 tests, where it is not made"),
      q3_strong: column("integer", "of these, pairs that depend on each other by more than 0.2 above expectation and chance"),
      q3_mean: column("double", "mean Q3"),
      q3_one: column("text", "item_id of one of the two tests that depend on each other most"),
      q3_other: column("text", "item_id of the other"),
      q3_most: column("double", "their Q3"),
      q3_n: column("integer", "evaluations that answered both"),
      m2: column("text", "overall fit by M2 in words, or why it was not made")
    },
    order: ["irt_model", "truncated"]
  },
  irt_information: {
    description: "one row per task: the Fisher information of its tests over ability, under the 3PL of irt_items",
    columns: {
      base_task: column("key", "the task's name; of items of banks and benchmarks their category"),
      items: column("integer", "tests fitted"),
      theta: column("series", "81 abilities from −3 to 3, or to the furthest evaluation's"),
      information: column("series", "sum of the tests' information at each; a standard error is 1 ÷ its root"),
      simulated
    },
    order: ["base_task"]
  },
  irt_residuals: {
    description:
      "one row per cell of the residual map: an evaluation's answers to a task's tests against the 3PL of irt_items; of more than 70 evaluations or 24 tasks, groups of like ability or difficulty",
    columns: {
      row: column("integer", "place of the evaluation or group, 0 = ablest"),
      column: column("integer", "place of the task or group"),
      eval_id: column("key", "the evaluation; null for a group"),
      theta_high: column("double", "its ability, or the highest of the group"),
      theta_low: column("double", "its ability, or the lowest of the group"),
      base_task: column(
        "key",
        "the task, or the category of items of banks and benchmarks; null for a group of tests of like difficulty"
      ),
      b_low: column("double", "lowest difficulty among the tests"),
      b_high: column("double", "highest difficulty among them"),
      n: column("integer", "answers"),
      observed: column("double", "share right"),
      expected: column("double", "share right that abilities and curves expect"),
      z: column("double", "the difference in standard errors"),
      simulated
    },
    order: ["row", "column"]
  },
  irt_dif: {
    description:
      "one row per group of models and test: does it treat the group differently from others of like ability (Mantel–Haenszel)? Groups of five evaluations or more, with five outside",
    columns: {
      model_group: column("key", "the group"),
      item_id: column("text", "identity of the test; those that cannot tell are not listed"),
      n: column("integer", "evaluations that answered it at abilities where both sides did"),
      odds: column("double", "common odds ratio of a right answer, others over group"),
      delta: column(
        "double",
        "−2.35 ln odds; below 0 the test is harder for the group; infinite where one side is entirely right or wrong"
      ),
      low: column("double", "lower end of its 95 % interval"),
      high: column("double", "upper end of its 95 % interval"),
      chi2: column("double", "chi-squared with continuity correction, 1 df"),
      p: column("double", "its p-value"),
      adjusted: column("double", "that adjusted for the number of tests (Benjamini–Hochberg)"),
      size: column("key", "A negligible, B moderate, C large, after the Educational Testing Service"),
      simulated
    },
    order: ["model_group", "item_id"]
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
      points: column("double", "points per task"),
      tests: column("double", "tests per point"),
      trials: column("double", "trials per test"),
      simulated
    },
    order: ["component"]
  }
} satisfies Record<string, Table>;
