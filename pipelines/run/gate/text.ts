// A gate as text for a terminal, as markdown for a pull request, and as JSON.
import {z} from "zod";
import {VERDICTS} from "./decide.js";
import type {Gate, GateCheck} from "./gate.js";
import {METRICS, type Metric, type Rule, SHARES} from "./rules.js";
import {thresholdOf} from "./tests.js";

/** What a gate prints for programs. */
export const gateSchema = z.object({
  schema: z.literal(1).describe("version of this form"),
  verdict: z.enum(VERDICTS).describe("exit code 0 pass, 1 fail, 3 undecided"),
  level: z.number().describe("most chance of a false failure of the whole gate, and of a false pass"),
  look: z.int().nullable().describe("which look at growing data this was; null where they are looked at once"),
  look_level: z.number().describe("level of this look"),
  drawn: z.int().describe("answers that --extend drew"),
  stopped: z.string().nullable().describe("why it drew no more"),
  simulated: z.boolean().describe("whether a model of the checks is simulated"),
  checks: z.array(
    z.object({
      rule: z.string(),
      metric: z.enum(METRICS),
      k: z.int().nullable().describe("of pass_at_k and pass_hat_k; null of other metrics"),
      eval_id: z.string().nullable().describe("null where the store has no such evaluation"),
      model: z.string().nullable(),
      template: z.string().nullable(),
      sampler: z.string().nullable(),
      simulated: z.boolean().nullable(),
      verdict: z.enum(VERDICTS),
      against: z.string().nullable().describe("what it is compared with; value and threshold are then differences"),
      side: z.enum(["at_least", "at_most"]),
      threshold: z.number(),
      n: z.int().describe("tests, or pairs of answers to one test, that count"),
      value: z.number().nullable(),
      low: z
        .number()
        .nullable()
        .describe("lower end of its interval, of confidence 1 − 2 × look_level: each end is a one-sided bound"),
      high: z.number().nullable(),
      only_this: z.int().nullable().describe("of a difference: tests on which only this evaluation has the mark"),
      only_other: z.int().nullable(),
      p: z
        .number()
        .nullable()
        .describe("p-value of the rule, adjusted for all checks (Holm); a rule fails where it is at most look_level"),
      p_pass: z.number().nullable().describe("p-value of its opposite; a rule passes where it is at most look_level"),
      needed: z.int().nullable().describe("further answers that likely decide it"),
      note: z.string().nullable()
    })
  )
});

export function gateJson(gate: Gate): z.infer<typeof gateSchema> {
  return {
    schema: 1,
    verdict: gate.verdict,
    level: gate.level,
    look: gate.look,
    look_level: gate.lookLevel,
    drawn: gate.drawn,
    stopped: gate.stopped,
    simulated: isSimulated(gate),
    checks: gate.checks.map(({rule, evaluation, tested, bound, discordant, verdict, adjusted, needed, note}) => ({
      rule: rule.id,
      metric: rule.metric,
      k: rule.k ?? null,
      eval_id: evaluation?.eval_id ?? null,
      model: evaluation?.model ?? null,
      template: evaluation?.template ?? null,
      sampler: evaluation?.sampler ?? null,
      simulated: evaluation?.simulated ?? null,
      verdict,
      against: rule.against ?? null,
      side: "least" in bound ? ("at_least" as const) : ("at_most" as const),
      threshold: thresholdOf(bound),
      n: tested.n,
      value: tested.value,
      low: tested.low,
      high: tested.high,
      only_this: discordant?.wins ?? null,
      only_other: discordant?.losses ?? null,
      p: adjusted,
      p_pass: tested.pass,
      needed,
      note
    }))
  };
}

const isSimulated = ({checks}: Gate): boolean => checks.some(({evaluation}) => evaluation?.simulated);

/** `accuracy`, `pass^4` */
const metricName = ({metric, k}: Rule): string =>
  metric === "pass_at_k" ? `pass@${k}` : metric === "pass_hat_k" ? `pass^${k}` : metric;

/** A value in its metric's unit. */
function written(value: number, metric: Metric, {difference = false} = {}): string {
  const signed = (text: string) => (difference && value > 0 ? `+${text}` : text).replace("-", "−");
  if (SHARES.includes(metric)) return signed(`${(100 * value).toFixed(1)}${difference ? " points" : " %"}`);
  if (metric === "cost" || metric === "spend") return `$${value.toPrecision(3)}`;
  return `${Math.round(value).toLocaleString("en")} ms`;
}

/** The value of a check with interval and n. */
function estimateOf({rule: {metric, against}, tested: {n, value, low, high, exact}}: GateCheck): string {
  const as = (x: number) => written(x, metric, {difference: against !== undefined});
  const counted = `n = ${n.toLocaleString("en")}`;
  if (value === null) return `no value, ${counted}`;
  if (exact) return `${as(value)} (no sampling error), ${counted}`;
  const ends =
    low === null && high === null ? "[no interval]" : `[${low === null ? "…" : as(low)}, ${high === null ? "…" : as(high)}]`;
  return `${as(value)} ${ends}, ${counted}`;
}

function boundText({rule: {metric, against}, bound}: GateCheck): string {
  const side = "least" in bound ? "at least" : "at most";
  return `${side} ${written(thresholdOf(bound), metric, {difference: against !== undefined})}${against === undefined ? "" : ` against ${against}`}`;
}

/** The evaluation of a check, simulated ones marked. */
export const nameOf = ({evaluation}: GateCheck): string =>
  evaluation === null
    ? "no evaluation"
    : `${evaluation.model}, ${evaluation.template}, ${evaluation.sampler}${evaluation.simulated ? " (simulated)" : ""}`;

function whyOf({needed, note, verdict, discordant}: GateCheck): string[] {
  const more = verdict !== "undecided" ? null : needed === null ? null : `needs about ${needed.toLocaleString("en")} more`;
  const split = discordant && `${discordant.wins} only here, ${discordant.losses} only there`;
  return [split, more, note].filter(each => each !== null);
}

/** A check as one sentence. */
export function sentenceOf(check: GateCheck): string {
  const {rule, verdict, evaluation, note} = check;
  if (evaluation === null) return `${verdict}: ${note}`;
  const why = whyOf(check);
  return `${verdict}: ${metricName(rule)} of ${nameOf(check)} is ${estimateOf(check)}; ${boundText(check)} asked${why.length > 0 ? `; ${why.join("; ")}` : ""}`;
}

function headline({verdict, checks, level, look, drawn, stopped}: Gate): string[] {
  const count = (of: GateCheck["verdict"]) => checks.filter(each => each.verdict === of).length;
  const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
  return [
    `gate: ${verdict}; ${count("pass")} passed, ${count("fail")} failed, ${count("undecided")} undecided of ${checks.length}`,
    `false failures of the whole gate at most ${percent(level)}, one-sided${look === null ? "" : `, over all looks at growing data (this is look ${look})`}`,
    ...(drawn > 0 ? [`${drawn.toLocaleString("en")} answers were drawn for it`] : []),
    ...(stopped === null ? [] : [`no more were drawn: ${stopped}`])
  ];
}

export function gateText(gate: Gate): string {
  const lines = [...gate.checks.map(check => `${check.rule.id}: ${sentenceOf(check)}`), ...headline(gate)];
  return `${lines.map(line => line.replace(/\p{Cc}+/gu, " ")).join("\n")}\n`;
}

/** A cell of a markdown table: nothing in it can end the cell, begin markup or mention anybody. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, " ")
    .replace(/[\\|`*_{}[\]<>#!~&]/g, "\\$&")
    .replaceAll("@", "@\u200b");

const SIGNS = {pass: "pass", fail: "**fail**", undecided: "undecided"} as const;

export function gateMarkdown(gate: Gate): string {
  const [first, ...rest] = headline(gate);
  return [
    `### ${cell(first!)}`,
    "",
    "| rule | evaluation | asked | measured | verdict | |",
    "| --- | --- | --- | --- | --- | --- |",
    ...gate.checks.map(
      check =>
        `| ${cell(check.rule.id)} | ${cell(nameOf(check))} | ${cell(`${metricName(check.rule)} ${boundText(check)}`)} | ${cell(estimateOf(check))} | ${SIGNS[check.verdict]} | ${cell(whyOf(check).join("; "))} |`
    ),
    "",
    ...rest.map(line => `${cell(line)}.  `),
    `Intervals are two-sided of ${Number((100 * (1 - 2 * gate.lookLevel)).toPrecision(4))} %: each end is a one-sided bound.${isSimulated(gate) ? " Simulated models are simulations, not language models." : ""}`,
    ""
  ].join("\n");
}
