// Options that choose a book, its models or an endpoint in their place, and the book that they give.
import {z} from "zod";
import {withListPrices} from "../book/listPrice.js";
import {readBook, readSampler, readSuites, readTemplate} from "../book/read.node.js";
import {DENSITIES, modelSchema, PROTOCOLS} from "../book/schemas.js";
import type {Book, Model} from "../book/types.js";
import {MAX_PROMPTS, reworded} from "../book/wordings.js";
import type {Price} from "../infer/budget.js";
import {protocolOf} from "../infer/endpoint.node.js";
import {isProgram} from "../infer/program/program.node.js";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {REFERENCE} from "../run/evaluation.js";
import {fixedSamples} from "../score/precision.js";
import {option} from "./command.js";
import {bookOption, flag, path, wholeNumber} from "./optionTypes.js";

function readPrice(text: string, context: z.RefinementCtx): Price {
  const parts = text.split(",").map(part => (part.trim() === "" ? Number.NaN : Number(part)));
  const [input, output] = parts;
  if (parts.length === 2 && parts.every(part => part >= 0 && Number.isFinite(part))) return {input: input!, output: output!};
  context.addIssue("expects two amounts");
  return z.NEVER;
}

/** Options that name an endpoint in place of the book's. */
export const endpointOptions = {
  base_url: option(z.string().optional(), "ask this endpoint", {value: "url"}),
  protocol: option(z.enum(PROTOCOLS).default(PROTOCOLS[0]), "with --base-url: wire format of the endpoint", {value: "name"}),
  api_key_env: option(z.string().optional(), "environment variable that holds the API key", {value: "variable"}),
  price: option(
    z.string().transform(readPrice).optional(),
    "with --base-url: US dollars per million prompt tokens and completion tokens",
    {value: "input,output", expects: "two amounts in US dollars such as 2.5,10"}
  )
};

export const suiteOption = (description: string) => option(z.array(z.string()).optional(), description, {value: "file..."});

/** Options that choose what is evaluated. */
export const evaluationOptions = {
  book: bookOption(),
  suite: suiteOption("one or more suites in place of the book's"),
  density: option(
    z.enum(DENSITIES).optional(),
    "points of each tier's grid: the extremes of every axis, ends and middle, or all",
    {value: "name"}
  ),
  ...endpointOptions,
  base_url: option(z.string().optional(), "evaluate this endpoint instead of the book's models", {value: "url"}),
  model: option(z.string().optional(), "the model to ask there, or one model of the book", {value: "name"}),
  stream: flag("ask for server-sent events"),
  batch: flag(
    "ask models through their batch interface, where they have one: half the price, answers within hours (docs/batches.md); a rerun fetches batches in progress"
  ),
  template: path("another template than the book's: a path, or the name of a file of data/templates", {
    value: "file|name"
  }).optional(),
  sampler: path("another sampler than the book's: a path, or the name of a file of data/samplers", {
    value: "file|name"
  }).optional(),
  prompts: wholeNumber(
    `ask each test in n wordings of the template (at most ${MAX_PROMPTS}), to see whether results survive another prompt`
  )
    .max(MAX_PROMPTS, `expects at most ${MAX_PROMPTS}`)
    .optional(),
  samples: wholeNumber(
    "exactly n tests per point, instead of as many as precision asks for; a larger n asks only what is new"
  ).optional(),
  limit: wholeNumber("at most n tests for each model, spread evenly over tasks, their tiers and points", {min: 0}).optional()
};

const evaluationSchema = z.object(evaluationOptions);
export type BookOptions = Partial<z.infer<typeof evaluationSchema>> & {book: string; retries?: number | undefined};

/** Returns the book of a file, with models and suite replaced by those that the options name. Throws `UserError`. */
export async function bookOf(options: BookOptions): Promise<Book> {
  let book = await readBook(options.book);
  if (options.samples !== undefined) book = {...book, precision: fixedSamples(options.samples)};
  if (options.suite) book = {...book, ...(await readSuites(options.suite))};
  if (options.density) book = {...book, density: options.density};
  if (options.template) book = {...book, templates: [await readTemplate(options.template)]};
  if (options.sampler) book = {...book, samplers: [await readSampler(options.sampler)]};
  if (options.prompts) {
    const count = options.prompts;
    book = {...book, templates: book.templates.flatMap(template => reworded(template, count))};
  }
  const models = await withListPrices(modelsOf(options, book));
  return {...book, models: options.retries === undefined ? models : models.map(model => ({...model, retries: options.retries!}))};
}

/** Returns the book's models, one of them, or the model that the options describe. */
export function modelsOf(options: BookOptions, book: Pick<Book, "models">): Model[] {
  if (options.base_url === undefined) {
    if (options.api_key_env) throw new UserError("--api-key-env goes with --base-url; a model of the book names its own");
    if (options.price) throw new UserError("--price goes with --base-url; a model of the book names its own");
    if (options.model === undefined) return book.models;
    const models = book.models.filter(({id}) => id === options.model);
    if (models.length === 0)
      throw new UserError(
        `no model "${options.model}" in ${options.book}${didYouMean(
          options.model,
          book.models.map(({id}) => id)
        )}; to ask another endpoint add --base-url`
      );
    return models;
  }
  return [modelAt(options)];
}

/** Returns the model at an endpoint that the options describe. Throws `UserError`. */
function modelAt(options: BookOptions): Model {
  if (!options.model) throw new UserError("--base-url needs --model, the name to ask the endpoint for");
  const {base_url: url = ""} = options;
  if (!url.includes("://") && url !== REFERENCE && !isProgram(url) && URL.canParse(`http://${url}`))
    throw new UserError(`--base-url: write http://${url}`);
  const model = modelSchema.safeParse({
    id: options.model.replace(/[^A-Za-z0-9._:@/+-]+/g, "-"),
    model: options.model,
    protocol: options.protocol,
    endpoint: options.base_url,
    ...(options.api_key_env ? {api_key_env: options.api_key_env} : {}),
    ...(options.price ? {price: options.price} : {}),
    ...(options.stream ? {stream: true} : {}),
    ...(isProgram(url) ? {concurrency: 1} : {}), // most programs read one line at a time
    ...(options.batch ? {batch: batchInterfaceOf(options)} : {})
  });
  if (!model.success) {
    const [issue] = model.error.issues;
    const name =
      {endpoint: "--base-url", api_key_env: "--api-key-env", protocol: "--protocol"}[String(issue!.path[0])] ?? "--model";
    throw new UserError(`${name}: ${issue!.message}`);
  }
  return model.data;
}

/** Returns the batch interface of the endpoint, which goes with its protocol. */
const batchInterfaceOf = ({protocol = PROTOCOLS[0], base_url = ""}: BookOptions): Model["batch"] =>
  protocolOf({protocol, endpoint: base_url}) === "anthropic" ? "anthropic" : "openai";

/** Returns the API keys of a book's models, from the environment. */
export function secretsOf(book: Book, {env} = currentIo()): string[] {
  const askers = [...book.models, ...(book.banks ?? []).flatMap(({judge}) => judge ?? [])];
  const variables = askers.flatMap(({api_key_env, headers = {}}) => [api_key_env, ...Object.values(headers)]);
  return variables.flatMap(variable => (variable && env[variable] ? [env[variable]] : []));
}
