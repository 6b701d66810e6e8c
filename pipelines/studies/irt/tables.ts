// Columns of the tables of the study of item response theory (pipelines/studies/irt/make.node.ts).
import {
  bigint,
  boolean,
  complexity,
  double,
  evaluation,
  integer,
  key,
  series,
  simulated,
  type Table,
  text,
  texts
} from "../../store/columns.js";

const suite = key(
  "suite of the fit: each has its own where evaluations were asked different benchmarks; empty where the store is fitted as one"
);
const truncated = key("how truncated responses are taken: missing or wrong");

export const irtTables = {
  irt_items: {
    description:
      "one row per test that at least two evaluations answered: its parameters under the 3PL, truncated responses missing",
    columns: {
      suite,
      item_id: text("identity of the test"),
      ...complexity,
      generator_version: integer("version of the task's generator"),
      seed: bigint("global seed"),
      tiers: texts("difficulty tiers of the test's point"),
      n: integer("evaluations that answered it"),
      correct: integer("of these, right ones"),
      a: double("discrimination; null where all answered alike, as are the others"),
      se_a: double("its standard error"),
      d: double("intercept −ab"),
      se_d: double("its standard error"),
      c: double("lower asymptote: the guess chance, or an estimate where the book asks for one"),
      se_c: double("its standard error; 0 where it is known"),
      b: double("difficulty: the ability at which the curve stands halfway between c and 1"),
      se_b: double("its standard error"),
      b_low: double("lower end of its 95 % interval"),
      b_high: double("upper end of its 95 % interval"),
      left_out: key("why it was not fitted: all right or all wrong; null if it was"),
      simulated,
      infit: double("mean square weighted by information, 1 expected; null for an item that was not fitted, as are the others"),
      infit_z: double("its normal deviate"),
      outfit: double("unweighted mean square, 1 expected"),
      outfit_z: double("its normal deviate"),
      zh: double("standardised log-likelihood; −2 and below is aberrant"),
      rest: double("correlation with the share right on all other fitted tests"),
      rest_low: double("lower end of its 95 % interval"),
      rest_high: double("upper end of its 95 % interval"),
      sx2: double("S-X²; null where it was not made: it takes 4 to 400 tests and 200 evaluations"),
      sx2_df: integer("its degrees of freedom"),
      misfit_p: double("p of S-X² where it was made, else the smaller one of infit and outfit, doubled"),
      misfit_adjusted: double("that adjusted for the number of tests (Benjamini–Hochberg)")
    },
    order: ["suite", "base_task", "params", "generator_version", "seed", "item_id"]
  },
  irt_ability: {
    description: "one row per evaluation and way to take truncated responses: its ability under the 3PL of irt_items",
    columns: {
      suite,
      ...evaluation,
      truncated,
      n: integer("tests answered"),
      correct: integer("of these, right ones"),
      fitted: integer("tests answered that the fit has, which leaves out those that all answered alike; zh is of these"),
      theta: double("ability; mean 0 and standard deviation 1 over the evaluations"),
      se: double("its standard error were the items known"),
      low: double("lower end of its 95 % interval, the items' uncertainty included"),
      high: double("upper end of its 95 % interval"),
      simulated,
      rank: integer("1 = ablest"),
      rank_low: integer("best rank in the simultaneous 95 % interval, the items' uncertainty included"),
      rank_high: integer("worst rank in it"),
      zh: double("standardised log-likelihood of its answers; −2 and below is aberrant")
    },
    order: ["suite", "model", "template", "sampler", "truncated"]
  },
  irt_fit: {
    description: "one row per fit to the store's responses",
    columns: {
      suite,
      irt_model: key("rasch, 2pl or 3pl"),
      guessing: key("lower asymptotes: none, known (each test's guess chance) or estimated, as the book's irt.guessing says"),
      truncated,
      estimate: key("how it was estimated: eb, empirical Bayes"),
      persons: integer("evaluations"),
      items: integer("tests fitted"),
      left_out: integer("tests that all answered alike"),
      answers: integer("responses used"),
      loglik: double("log-likelihood, items integrated out or abilities, as quadrature says"),
      converged: boolean("finite, no slope above tolerance, and the population of items at rest"),
      max_gradient: double("largest slope at the end"),
      iterations: integer("steps or cycles"),
      quadrature: key("what was integrated out: abilities over a shared grid, abilities over adaptive nodes, or items"),
      spread: double("standard deviation of ability in the unit of the discriminations"),
      heldout_n: integer(
        "answers predicted in cross-validation over up to 1,000 tests; null where it was not made, as are the others"
      ),
      heldout_mean: double("mean log-probability (natural) of an answer that the fit had not seen"),
      heldout_behind: double("that minus the best model's; 0 for the best"),
      heldout_low: double("lower end of its 95 % interval, evaluations being the clusters"),
      heldout_high: double("upper end of its 95 % interval"),
      simulated,
      copies: integer(
        "evaluations that count as copies of another one (irt_similarity); null but for the 3PL with truncated as missing, as are the others"
      ),
      compared_pairs: integer("pairs of evaluations that answered 20 tests or more in common"),
      alike_pairs: integer("of these, pairs that answer alike more than ability, difficulty and chance explain"),
      effective: double("number of independent evaluations that they amount to"),
      q3_pairs: integer("pairs of tests compared by Q3; null with more than 400 tests, where it is not made"),
      q3_strong: integer("of these, pairs that depend on each other by more than 0.2 above expectation and chance"),
      q3_mean: double("mean Q3"),
      q3_one: text("item_id of one of the two tests that depend on each other most"),
      q3_other: text("item_id of the other"),
      q3_most: double("their Q3"),
      q3_n: integer("evaluations that answered both"),
      m2: text("overall fit by M2 in words, or why it was not made")
    },
    order: ["suite", "irt_model", "truncated"]
  },
  irt_similarity: {
    description:
      "one row per pair of evaluations that answer alike beyond ability and difficulty (5 % false discovery rate), the 2,000 strongest of each suite",
    columns: {
      suite,
      rank: integer("1 = most alike"),
      one: key("eval_id of one"),
      other: key("eval_id of the other"),
      n: integer("tests that both answered"),
      r: double("correlation of their residuals under the 3PL of irt_items"),
      low: double("lower end of its 95 % interval (Fisher's z)"),
      high: double("upper end"),
      adjusted: double("p of r above 0, adjusted for the number of pairs (Benjamini–Hochberg)"),
      copy_group: integer("number of the group of evaluations that count as copies of one model; null where the pair is in none"),
      simulated
    },
    order: ["suite", "rank"]
  },
  irt_information: {
    description: "one row per task: the Fisher information of its tests over ability, under the 3PL of irt_items",
    columns: {
      suite,
      base_task: key("the task's name; of items of banks and benchmarks their category"),
      items: integer("tests fitted"),
      theta: series("81 abilities from −3 to 3, or to the furthest evaluation's"),
      information: series("sum of the tests' information at each; a standard error is 1 ÷ its root"),
      simulated
    },
    order: ["suite", "base_task"]
  },
  irt_residuals: {
    description:
      "one row per cell of the residual map: an evaluation's answers to a task's tests against the 3PL of irt_items; of more than 70 evaluations or 24 tasks, groups of like ability or difficulty",
    columns: {
      suite,
      row: integer("place of the evaluation or group, 0 = ablest"),
      column: integer("place of the task or group"),
      eval_id: key("the evaluation; null for a group"),
      theta_high: double("its ability, or the highest of the group"),
      theta_low: double("its ability, or the lowest of the group"),
      base_task: key("the task, or the category of items of banks and benchmarks; null for a group of tests of like difficulty"),
      b_low: double("lowest difficulty among the tests"),
      b_high: double("highest difficulty among them"),
      n: integer("answers"),
      observed: double("share right"),
      expected: double("share right that abilities and curves expect"),
      z: double("the difference in standard errors"),
      simulated
    },
    order: ["suite", "row", "column"]
  },
  irt_dif: {
    description:
      "one row per group of models and test: does it treat the group differently from others of like ability (Mantel–Haenszel)? Groups of five evaluations or more, with five outside",
    columns: {
      suite,
      model_group: key("the group"),
      item_id: text("identity of the test; those that cannot tell are not listed"),
      n: integer("evaluations that answered it at abilities where both sides did"),
      odds: double("common odds ratio of a right answer, others over group"),
      delta: double(
        "−2.35 ln odds; below 0 the test is harder for the group; infinite where one side is entirely right or wrong"
      ),
      low: double("lower end of its 95 % interval"),
      high: double("upper end of its 95 % interval"),
      chi2: double("chi-squared with continuity correction, 1 df"),
      p: double("its p-value"),
      adjusted: double("that adjusted for the number of tests (Benjamini–Hochberg)"),
      size: key("A negligible, B moderate, C large, after the Educational Testing Service"),
      simulated
    },
    order: ["suite", "model_group", "item_id"]
  },
  irt_variance: {
    description:
      "one row per variance component of right answers (generalizability), truncated responses missing; models are evaluations",
    columns: {
      suite,
      component: key("model, task, point, test, model×task, model×point, model×test or trial"),
      variance: double("its estimate, 0 where that is negative; null where the answers cannot tell it"),
      raw: double("its estimate as it is"),
      low: double("lower end of its 95 % interval by the jackknife over models; null below three"),
      high: double("upper end of its 95 % interval"),
      share: double("share of the sum of all components"),
      models: integer("evaluations"),
      answers: integer("responses used"),
      mean: double("share of them that are right"),
      tasks: double("tasks of an evaluation, harmonic mean, as are the next"),
      points: double("points per task"),
      tests: double("tests per point"),
      trials: double("trials per test"),
      simulated
    },
    order: ["suite", "component"]
  }
} satisfies Record<string, Table>;
