// A file of rules for the gate: what evaluations must reach, and what they must not lose against a baseline.
import {readFile} from "node:fs/promises";
import {z} from "zod";
import {parseYaml} from "../../book/yaml.js";
import {UserError} from "../../rows/error.js";
import type {PassKind} from "../../stats/passK.js";

/** Measures of a rule: of each test right or wrong, of each answer an amount, or of all tests together. */
export const METRICS = [
  "accuracy",
  "refused",
  "truncated",
  "pass_at_k",
  "pass_hat_k",
  "cost",
  "spend",
  "latency_p50",
  "latency_p90",
  "latency_p99",
  "score",
  "contaminated"
] as const;
export type Metric = (typeof METRICS)[number];
/** Measures that are known test by test in a baseline, so that differences are paired. */
const PAIRED: readonly Metric[] = ["accuracy", "refused", "truncated", "pass_at_k", "pass_hat_k"];
/** Measures of k answers to a test: at least one of them right, or all of them. */
export const PASS_METRICS = {pass_at_k: "pass_at", pass_hat_k: "pass_hat"} as const satisfies Partial<Record<Metric, PassKind>>;
export const isPassMetric = (metric: Metric): metric is keyof typeof PASS_METRICS => metric in PASS_METRICS;
/** Most answers to a test that a rule may be about. */
const MAX_K = 1_000;

const names = z.array(z.string().min(1)).min(1);

const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w][\w .-]*$/u, "letters, digits, spaces, dots and hyphens")
      .describe("name of the rule, in every output"),
    metric: z.enum(METRICS).describe("what is measured (docs/gate.md)"),
    k: z
      .int()
      .min(1)
      .max(MAX_K)
      .optional()
      .describe("of pass_at_k and pass_hat_k: answers to a test of which one, or all, have to be right"),
    models: names.optional().describe("ids of models, * for any characters; all of the store without it"),
    templates: names.optional().describe("ids of templates; all without it"),
    samplers: names.optional().describe("ids of samplers; all without it"),
    tasks: names.optional().describe("only tests of these tasks or banks"),
    tiers: names.optional().describe("only tests of these difficulty tiers"),
    suite: z.string().min(1).optional().describe("only tests of this suite; a score is of one suite"),
    at_least: z.number().optional().describe("the value must not be lower, in the metric's unit"),
    at_most: z.number().optional().describe("the value must not be higher"),
    against: z
      .string()
      .min(1)
      .optional()
      .describe("`baseline`, or the id of a model of the store: on tests that both answered, it must not be worse"),
    margin: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("with against: by how much it may be worse, in the metric's unit, 0–1; without it 0")
  })
  .superRefine((rule, context) => {
    const {metric, k, at_least, at_most, against, margin, suite} = rule;
    const fault = (key: string, message: string) => context.addIssue({code: "custom", path: [key], message});
    const given = [at_least, at_most, against].filter(each => each !== undefined).length;
    if (given !== 1) fault("id", `the rule "${rule.id}" needs one of at_least, at_most and against, and has ${given}`);
    if (against !== undefined && !PAIRED.includes(metric))
      fault("against", `${metric} has no paired difference; one of ${PAIRED.join(", ")} has`);
    if (margin !== undefined && against === undefined) fault("margin", "a margin goes with against");
    if (isPassMetric(metric) && k === undefined) fault("metric", `${metric} is of k answers to a test; add k: 4`);
    if (!isPassMetric(metric) && k !== undefined)
      fault("k", `${metric} has no k; ${Object.keys(PASS_METRICS).join(" and ")} have`);
    if (metric === "score" && suite === undefined) fault("metric", "a score belongs to one suite; add suite: its id");
    if (metric === "score" && (rule.tasks || rule.tiers)) fault("metric", "a score covers all tasks and tiers of its suite");
    if (metric === "spend" && at_least !== undefined) fault("at_least", "spend needs at_most");
    const bound = at_least ?? at_most;
    if (bound !== undefined && SHARES.includes(metric) && Math.abs(bound) > 1)
      fault(at_least === undefined ? "at_most" : "at_least", `${metric} is a share: expected 0 to 1, got ${bound}`);
  });
/** Metrics whose values are shares, 0–1. */
export const SHARES: readonly Metric[] = ["accuracy", "refused", "truncated", "pass_at_k", "pass_hat_k", "contaminated", "score"];
export type Rule = z.infer<typeof ruleSchema>;

const rulesSchema = z.strictObject({
  level: z
    .number()
    .gt(0)
    .lt(0.5)
    .default(0.05)
    .describe("most chance that the gate fails though every rule holds, and that it passes though one is broken"),
  rules: z.array(ruleSchema).min(1).describe("what must hold")
});
export type Rules = z.infer<typeof rulesSchema>;

/** The JSON Schema of a file of rules. */
export const rulesJsonSchema = (): object => z.toJSONSchema(rulesSchema, {io: "input"});

/** Reads a file of rules. Throws a UserError with file, line and column of a mistake. */
export async function readRules(file: string): Promise<Rules> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new UserError(`no such file: ${file}`);
    if (error.code === "EISDIR")
      throw new UserError(`${file} is a folder; --rules takes a file, such as data/gates/starter.yaml`);
    throw error;
  });
  const {value, locate} = parseYaml(text, file, rulesSchema);
  const seen = new Set<string>();
  for (const [i, {id}] of value.rules.entries()) {
    if (seen.has(id)) throw new UserError(`${locate(["rules", i, "id"])} a second rule "${id}"`);
    seen.add(id);
  }
  return value;
}
