// Tables of the published store on cost: Aider's public results. No study makes them.
import {boolean, double, integer, key, series, type Table} from "../../store/columns.js";

export const publishedTokensTables = {
  aider_runs: {
    description: "one row per run of Aider's public leaderboards: tasks solved after one and two tries, cost, seconds and tokens",
    columns: {
      benchmark: key("polyglot (225 tasks in six languages) or edit (133 tasks in Python)"),
      run: integer("position in the leaderboard's file"),
      model: key("the model's name, with the edit format where the benchmark has several runs of that name"),
      edit_format: key("format in which the model wrote its changes: whole, diff, diff-fenced, udiff or architect"),
      reasoning_effort: key("as published; empty where not given"),
      date: key("date of the run"),
      tasks: integer("tasks of the run; in polyglot one or two without a result count as unsolved"),
      comparable: boolean("whether these are the tasks of the benchmark, but for at most two"),
      solved_1: integer("tasks solved at the first try"),
      pass_1: double("its share of the tasks, 0 to 1"),
      pass_1_low: double("lower end of Wilson's 95 % interval over tasks"),
      pass_1_high: double("upper end"),
      solved_2: integer("tasks solved after at most two tries"),
      pass_2: double("its share of the tasks"),
      pass_2_low: double("lower end of Wilson's 95 % interval over tasks"),
      pass_2_high: double("upper end"),
      well_formed: double("share of tasks without a malformed answer, as published"),
      seconds: double("mean seconds per task, as published, without an interval"),
      cost: double("US dollars per task: published total ÷ tasks, without an interval; null where the source has none or 0"),
      prompt_tokens: double("prompt tokens per task; null where not given"),
      completion_tokens: double("completion tokens per task; null where not given")
    },
    order: ["benchmark", "run"]
  },
  aider_formats: {
    description: "one row per model and format of Aider's code-in-json: the same 133 tasks in several formats, several runs each",
    columns: {
      model: key("the model's name"),
      format: key("Markdown, JSON or JSON (strict)"),
      runs: integer("runs of all tasks"),
      tasks: integer("tasks of a run"),
      rates: series("share of tasks solved in each run, 0 to 1"),
      value: double("their mean"),
      low: double("lower end of Student's 95 % interval over runs, on these tasks; null where runs are alike"),
      high: double("upper end"),
      task_low: double("lower end of the widest 95 % interval over runs and tasks (Wilson's on as many trials as tasks)"),
      task_high: double("upper end"),
      difference: double("mean less that of the same model in Markdown; null for Markdown"),
      difference_low: double("lower end of Welch's 95 % interval over runs, on these tasks"),
      difference_high: double("upper end"),
      difference_task_low: double("lower end of the 95 % interval over runs and tasks without pairing (Newcombe)"),
      difference_task_high: double("upper end"),
      well_formed: double("share of tasks without a malformed answer, mean of the runs"),
      seconds: double("mean seconds per task"),
      cost: double("US dollars per task, mean of the runs; null where the source has none or 0")
    },
    order: ["model", "format"]
  }
} satisfies Record<string, Table>;
