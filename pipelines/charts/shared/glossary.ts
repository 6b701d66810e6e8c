// The terms of the pages with their definitions: page Glossary lists them, other pages link to them and explain column heads by them.

export interface Term {
  /** As the glossary lists it. */
  term: string;
  /** Other forms that pages use, plurals included. */
  also?: readonly string[];
  /** What it is, in one to three sentences. */
  meaning: string;
  /** True for a word that ordinary sentences use too: it explains column heads, and is not linked in text. */
  ordinary?: boolean;
}

/** All terms, in alphabetical order. */
export const TERMS: readonly Term[] = [
  {
    term: "ability",
    also: ["ability θ", "θ"],
    meaning:
      "How able an evaluation is, on the scale on which the difficulty of tests is measured. Its unit is a standard deviation of the evaluations."
  },
  {
    term: "abstention",
    also: ["abstentions", "abstained"],
    meaning: "An answer that says that the answer is not known. It is right about an entity that does not exist."
  },
  {
    term: "adaptive testing",
    also: ["adaptive test", "adaptive tests"],
    meaning: "Testing that chooses each next test by the answers so far, so that fewer tests give the same precision."
  },
  {
    term: "AUROC",
    meaning:
      "Area under the receiver operating characteristic: how likely a right answer has a higher stated confidence than a wrong one. 0.5 is chance."
  },
  {
    term: "Bradley–Terry strength",
    also: ["Bradley–Terry", "Bradley–Terry strengths"],
    meaning:
      "The strength of a model in a fit to pairwise votes in which the log-odds that one answer is preferred are the difference of two strengths."
  },
  {
    term: "Brier score",
    also: ["Brier"],
    meaning: "Mean squared difference between a stated confidence and the outcome (1 right, 0 wrong). Lower is better."
  },
  {
    term: "category",
    also: ["categories"],
    meaning:
      "A group of items that belong together within a domain, such as GSM8K in Mathematics. Categories have accuracies and never enter ReasonScore."
  },
  {
    term: "clustered by point",
    meaning:
      "An error that treats the tests of one point as dependent, so that it also covers other points of the same kind. It is wider than one over tests."
  },
  {
    term: "compact letter display",
    also: ["share a letter"],
    meaning: "Letters beside models such that two models that share a letter do not differ significantly."
  },
  {
    term: "completion tokens",
    also: ["completion token"],
    meaning: "Tokens that a model wrote, reasoning included, as the server counts them."
  },
  {
    term: "confabulation",
    also: ["confabulated", "confabulation rate"],
    meaning: "A definite answer about an entity that does not exist."
  },
  {
    term: "confidence interval",
    also: ["95 % interval", "95 % intervals"],
    meaning:
      "A range that, made this way from new samples, holds the true value in 95 of 100 cases. Every number here has one, or says why not."
  },
  {
    term: "contaminated",
    also: ["contamination"],
    meaning: "Said of a test whose own text is in a corpus that a model may have been trained on."
  },
  {
    term: "cross-validation",
    also: ["held-out log-likelihood"],
    meaning: "Fitting on a part of the answers and judging the fit by the rest. Less negative held-out log-likelihood is better."
  },
  {
    term: "DIF",
    also: ["differential item functioning"],
    meaning: "Differential item functioning: an item that is easier for one group of models than for another of the same ability."
  },
  {
    term: "difficulty",
    also: ["difficulty b"],
    meaning: "How able an evaluation must be to answer an item right as often as halfway between guessing and always."
  },
  {
    term: "discrimination",
    also: ["discrimination a"],
    meaning: "How steeply the probability of a right answer rises with ability: how well an item distinguishes evaluations."
  },
  {term: "domain", also: ["domains"], meaning: "A part of a suite that holds several categories, such as Mathematics."},
  {
    term: "ECE",
    also: ["calibration error", "expected calibration error"],
    meaning:
      "Expected calibration error: the mean gap between stated confidence and accuracy over bins of confidence, here without what chance alone adds."
  },
  {term: "effective depth", meaning: "How many of the outer operations of a nested list change its answer."},
  {
    term: "effective length",
    also: ["effective lengths"],
    meaning: "The length of text up to which a model keeps a stated share of the accuracy that it has on short ones."
  },
  {
    term: "evaluation",
    also: ["evaluations"],
    meaning: "One model asked with one template and one sampler. It is what is ranked and compared."
  },
  {
    term: "excess accuracy",
    meaning:
      "Accuracy with guessing taken out: (right − expected by guessing) ÷ (answers − expected by guessing). 0 is guessing, 1 is knowing; worse than guessing is negative."
  },
  {
    term: "false discovery rate",
    also: ["Benjamini–Hochberg"],
    meaning: "The expected share of false findings among all that are called significant. Adjusted p-values keep it at 5 %."
  },
  {
    term: "formula score",
    meaning:
      "What was gained over guessing as a share of what there was to gain: 0 % for guessing, 100 % for knowing, with truncated answers counted as guesses."
  },
  {
    term: "guess chance",
    also: ["guess chances", "guessing c"],
    meaning: "The probability that a blind guess is right: 1/4 with four options, 1/10 for a digit."
  },
  {
    term: "hazard",
    also: ["cumulative hazard"],
    meaning:
      "The rate at which answers end at a length, among those that were still being written there: right, wrong or truncated."
  },
  {
    term: "infit",
    also: ["outfit"],
    meaning:
      "Mean squared residuals of an item or evaluation against the fitted model, weighted by information (infit) or not (outfit). 1 is as expected; far above 1 the answers contradict the model."
  },
  {
    term: "information",
    ordinary: true,
    also: ["item information", "test information"],
    meaning:
      "How much information an item gives about ability at a given ability; its inverse square root, summed over a test, is the standard error."
  },
  {
    term: "item",
    ordinary: true,
    also: ["items"],
    meaning: "A question with its right answer: generated, or of a bank. The same as a test."
  },
  {
    term: "item bank",
    ordinary: true,
    also: ["item banks", "bank"],
    meaning: "A file of questions that exist, such as a public benchmark, with a description of how they are asked and scored."
  },
  {
    term: "kappa",
    also: ["κ", "Cohen's κ", "Krippendorff's α"],
    meaning: "Agreement of judges beyond what chance gives. 1 is full agreement, 0 is chance."
  },
  {term: "manifold", also: ["manifolds"], meaning: "The grid of a task's parameters, each combination of which is a point."},
  {
    term: "McNemar's test",
    also: ["McNemar"],
    meaning: "A test of whether two models differ on the same tests: it counts tests that only one of them has right."
  },
  {
    term: "measure",
    ordinary: true,
    also: ["measures"],
    meaning: "A number of a response beside right or wrong, such as its confidence or the share of steps that are right."
  },
  {term: "not answered", meaning: "A question for which a simulated model has no solver. It counts as neither right nor wrong."},
  {term: "over-refusal", also: ["over-refusals"], meaning: "A refusal of a benign request that only sounds harmful."},
  {
    term: "pass@k",
    also: ["pass@1"],
    meaning: "The probability that at least one of k answers to a question is right, estimated without bias from n answers."
  },
  {
    term: "pass^k",
    also: ["pass^1"],
    meaning: "The probability that all of k answers to a question are right, estimated without bias from n answers."
  },
  {
    term: "point",
    also: ["points"],
    meaning:
      "One cell of a task's grid of parameters, asked of one evaluation. Tests of a point are draws of the same difficulty."
  },
  {
    term: "Q3",
    meaning:
      "The correlation of two items' residuals. Far from what is expected, the two measure something in common beside ability."
  },
  {
    term: "ReasonScore",
    meaning:
      "The published score of a tier, 0 to 1,000: the geometric mean over tasks of the upper end of accuracy's interval, minus the truncated share. It flatters models that were asked few tests."
  },
  {
    term: "reliability",
    meaning: "The share of the variance of scores that is not measurement error. 0.8 and more distinguishes evaluations well."
  },
  {term: "repetition", also: ["repetitions", "trial"], meaning: "The same question asked again of the same evaluation."},
  {term: "sampler", also: ["samplers"], meaning: "How answers are decoded: temperature, token limit, repetitions and so on."},
  {
    term: "simulated",
    also: ["simulated models", "simulated model", "reference models"],
    meaning:
      "Made by built-in solvers of stated ability that calibrate the workbook. They are not language models, and everything that rests on them is marked."
  },
  {
    term: "Spearman's ρ",
    also: ["rank correlation", "Spearman"],
    meaning: "Correlation of two rankings: 1 for the same order, −1 for the reverse."
  },
  {
    term: "spectrum",
    also: ["spectra"],
    meaning:
      "The magnitudes of the Fourier transform of a text's token numbers: slow repetition at the left, change from token to token at the right."
  },
  {term: "template", also: ["templates"], meaning: "How a question is put to a model: system prompt, instructions, examples."},
  {
    term: "tier",
    also: ["tiers"],
    meaning: "A level of difficulty of a suite, such as easy or hard. A point may belong to several."
  },
  {term: "token limit", also: ["token limits"], meaning: "The most tokens that a model may write in one answer."},
  {term: "trace", ordinary: true, also: ["traces"], meaning: "All that a model wrote for one answer, reasoning included."},
  {
    term: "truncated",
    also: ["truncation"],
    meaning:
      "Stopped by the token limit before the end, as the server says or, without its word, as length and end of the text show. A truncated answer is neither right nor wrong; it has a rate of its own."
  },
  {term: "unparsed", meaning: "Said of an answer in which no answer was found. It counts as wrong."},
  {
    term: "Wilson's interval",
    also: ["Wilson"],
    meaning: "An interval for a proportion that holds its level for few answers and near 0 and 1 too (Wilson 1927)."
  }
];

/** The address of a term on page Glossary, within the page. */
export const anchorOf = ({term}: Pick<Term, "term">): string =>
  term
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("@", "-at-")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

const BY_FORM = new Map(TERMS.flatMap(term => [term.term, ...(term.also ?? [])].map(form => [form.toLowerCase(), term])));

/** The term of which `form` is a spelling, whatever its case; null for other words. */
export const termOf = (form: string): Term | null => BY_FORM.get(form.toLowerCase()) ?? null;

/** The spellings that are linked in text, longest first, so that a search finds "item information" before "item". */
export const LINKED_FORMS: readonly string[] = [...BY_FORM]
  .filter(([, {ordinary}]) => !ordinary)
  .map(([form]) => form)
  .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
