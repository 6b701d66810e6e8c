// Facts about the models of the published store, each with the address of its source: reads them and writes the table `models`.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {parseYaml} from "../../book/yaml.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import type {Manifest} from "../../store/manifest.node.js";
import {fileOf, PUBLISHED} from "../../store/publish.node.js";
import {tables} from "../../store/tables.js";
import {openStage} from "../../store/writer.node.js";

const MODEL_FACTS = join(PUBLISHED, "models.yaml");

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u, "expected a month like 2024-05");
const source = z.string().describe("name of a source, then the remainder of the address: `helm#L12`");
const fact = <T extends z.ZodType>(value: T) => z.strictObject({value, source}).optional();
const dollars = z.number().min(0).describe("US dollars per million tokens");
const factsSchema = z.strictObject({
  sources: z
    .record(
      z.string().regex(/^[^/#]+$/u),
      z.strictObject({title: z.string(), address: z.url({protocol: /^https$/u}), licence: z.string()})
    )
    .describe("where facts were found, by a short name"),
  models: z.record(
    z.string(),
    z.strictObject({
      developer: fact(z.string().min(1)),
      parameters: fact(z.number().positive()).describe("in billions"),
      weights: fact(z.enum(["open", "closed"])),
      released: fact(month),
      price: z.strictObject({input: dollars, output: dollars, month, source}).optional()
    })
  )
});

/** A source of facts. */
interface FactSource {
  title: string;
  address: string;
  licence: string;
}

/** A row of the table `models`, and the sources of its facts. */
interface ModelRow extends Record<string, string | number | null> {
  model: string;
}

interface ModelFacts {
  rows: ReadonlyMap<string, ModelRow>;
  /** the sources of a model's facts */
  sourcesOf(model: string): FactSource[];
}

/**
 * Reads the facts about models.
 * @throws UserError where the file is malformed or a fact names an unknown source
 */
export async function readModelFacts(file = MODEL_FACTS): Promise<ModelFacts> {
  const {value, locate} = parseYaml(await readFile(file, "utf8"), file, factsSchema);
  const nameOf = (text: string): string => /^[^/#]+/u.exec(text)?.[0] ?? "";
  const rows = new Map<string, ModelRow>();
  for (const [model, facts] of Object.entries(value.models)) {
    const addressOf = (name: keyof typeof facts): string | null => {
      const text = facts[name]?.source;
      if (text === undefined) return null;
      const sourceName = nameOf(text);
      if (!Object.hasOwn(value.sources, sourceName))
        throw new UserError(
          `${locate(["models", model, name, "source"])} unknown source "${sourceName}"${didYouMean(sourceName, Object.keys(value.sources))}`
        );
      return value.sources[sourceName]!.address + text.slice(sourceName.length);
    };
    const {developer, parameters, weights, released, price} = facts;
    rows.set(model, {
      model,
      developer: developer?.value ?? null,
      developer_source: addressOf("developer"),
      parameters: parameters?.value ?? null,
      parameters_source: addressOf("parameters"),
      weights: weights?.value ?? null,
      weights_source: addressOf("weights"),
      released: released?.value ?? null,
      released_source: addressOf("released"),
      price_input: price?.input ?? null,
      price_output: price?.output ?? null,
      price_month: price?.month ?? null,
      price_source: addressOf("price")
    });
  }
  return {
    rows,
    sourcesOf: model =>
      Object.values(value.models[model] ?? {}).flatMap(each => (each ? [value.sources[nameOf(each.source)]!] : []))
  };
}

const UNKNOWN = Object.fromEntries(Object.keys(tables.models.columns).map(column => [column, null]));

/** Writes the table `models` into the store's folder, and returns its manifest with it and with the sources. */
export async function addModelFacts<M extends Pick<Manifest, "models" | "figures" | "tables">>(
  manifest: M,
  {folder}: {folder: string}
): Promise<M> {
  const {rows, sourcesOf} = await readModelFacts();
  await using stage = await openStage({models: tables.models}, {folder});
  for (const model of manifest.models) stage.append("models", {...UNKNOWN, model, ...rows.get(model)});
  const written = await stage.write("models", join(folder, fileOf("models")));
  const sources = [...new Set(manifest.models.flatMap(sourcesOf))].sort((a, b) => (a.title < b.title ? -1 : 1));
  const figures = sources.map(({title, address, licence}) => ({
    set: "model facts",
    source: title,
    address,
    licence,
    tables: ["models"],
    files: {}
  }));
  return {...manifest, figures: [...(manifest.figures ?? []), ...figures], tables: {...manifest.tables, models: written}};
}
