// Columns of the tables of people's labels of single answers. docs/reference.md is generated from them.
import {boolean, double, evaluation, integer, key, simulated, type Table, text} from "../../../store/columns.js";

export const labelsTables = {
  labels: {
    description:
      "one row per label of a single answer by a person; without rows where nobody labelled; a label changes no verdict",
    columns: {
      ...evaluation,
      item_id: text("identity of the test"),
      trial: integer("0-based repetition"),
      annotator: key("who labelled; empty where the file does not say"),
      label: boolean("whether the person finds the answer right"),
      note: text("what the person noted; empty if nothing"),
      at: text("when, ISO 8601; empty where not known"),
      base_task: key("the task's name"),
      judge: key("the model that graded the answer; rules where none did"),
      verdict: integer("the scorer's verdict: 0 incorrect, 1 correct, 2 truncated"),
      draw: key("how the answer was drawn: random, or disagree where a judge and the rules disagree"),
      unused: key(
        "why it does not correct accuracies: truncated, response (it has changed since), rubric (likewise), draw (the answer was drawn because judge and rules disagree); empty where it does"
      )
    },
    order: ["model", "template", "sampler", "item_id", "trial", "annotator", "at"]
  },
  annotation_answers: {
    description:
      "one row per stored answer for people to label on page Annotate, without its verdict; without rows where the store has no texts",
    columns: {
      position: integer("0-based place in the draw; answers to label again come first"),
      ...evaluation,
      item_id: text("identity of the test"),
      trial: integer("0-based repetition"),
      base_task: key("the task's name"),
      prompt: text("the question"),
      expected: text("the right answer; empty where there is none"),
      rubric: text("the rubric by which a model graded; empty where none did"),
      response: text("the part of the response after its reasoning"),
      response_digest: key("digest of the response, which labels record"),
      rubric_digest: key("digest of the rubric, likewise; empty without one"),
      random: boolean("drawn at random from all answers that were not cut"),
      disagree: boolean(
        "drawn because a judge and the rules disagree: on the grade of an answer with a rubric, or on the answer that a text states"
      ),
      again: boolean("labelled before the rubric or the response changed"),
      error: boolean("most people's label differs from the verdict"),
      simulated
    },
    order: ["position"]
  },
  judge_accuracy: {
    description: "one row per judge and evaluation with answers to labelled tasks: accuracy as judged, and corrected by labels",
    columns: {
      judge: key("the model that graded; rules where none did"),
      ...evaluation,
      n: integer("judged answers, cut ones left out"),
      judged: double("share of them that the judge calls right, 0–1"),
      judged_low: double("lower end of its 95 % interval"),
      judged_high: double("upper end"),
      corrected: double("accuracy corrected by labels; null where labels show no judge that is better than a guess"),
      low: double("lower end of its 95 % interval"),
      high: double("upper end"),
      estimator: key("efficient (labels of this model's answers) or rogan-gladen (labels of all models); docs/judges.md"),
      labels: integer("labelled answers that the estimate uses"),
      needed: integer(
        "labels of its answers, drawn at random, for ± 3 percentage points; null where more answers must be judged"
      ),
      sensitivity: double("share of right answers that the judge calls right, by all labels of it"),
      sensitivity_low: double("lower end of its 95 % interval"),
      sensitivity_high: double("upper end"),
      sensitivity_n: integer("labelled right answers"),
      specificity: double("share of wrong answers that the judge calls wrong, by all labels of it"),
      specificity_low: double("lower end of its 95 % interval"),
      specificity_high: double("upper end"),
      specificity_n: integer("labelled wrong answers"),
      chance: boolean(
        "whether labels leave it open that the judge guesses: the interval of sensitivity + specificity − 1 holds 0"
      ),
      simulated
    },
    order: ["judge", "model", "template", "sampler"]
  }
} satisfies Record<string, Table>;
