// The fixture store, test/fixtures/store: results of three simulated models with the tables of all studies, which tests read instead of
// evaluating a book. `npm run fixtures` writes it again.
import {createHash} from "node:crypto";
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {type Workbook, workbook} from "./workbook.js";

/** Read-only: a test that writes takes the copy of a `fixtureBook`. */
export const FIXTURE_STORE = fileURLToPath(new URL("fixtures/store", import.meta.url));
/** SHA-256 of each of its files. */
export const HASHES = fileURLToPath(new URL("fixtures/store.json", import.meta.url));
/** More would weigh on every clone, since git keeps each version of it. */
export const MAX_BYTES = 3_000_000;
/** Domain files as the store was made, which replace the shipped ones until `npm run fixtures` is run on those: delete the folder first. */
const SUITES = fileURLToPath(new URL("fixtures/suites", import.meta.url));
const DATA = fileURLToPath(new URL("../data", import.meta.url));
/** Folders of data/ that runs and builds write, and the published answers. */
const WRITTEN = new Set(["store", "imported", "zen", "cache", "published"]);

/** The shipped book on three models, with a few tests of each point, and spectra of short questions alone, since theirs is the largest table. */
const FILES = {
  "book.yaml": `title: Fixture
suites: [suites/starter.yaml, suites/narratives.yaml, suites/lengths.yaml, suites/zen.yaml]
models: [models/three.yaml]
template: templates/zerocot-nosys.yaml
sampler: samplers/greedy-4k.yaml
precision: {min: 8, step: 8, max: 8, width: 0.2}
seed: 42
spectrum: {suites: [suites/formats.yaml], longest: 600, tests: 8}
corpora:
  - name: planted
    files: corpora/planted.jsonl
    source: made by npm run -s contamination -- simulate
    licence: MIT
    background: corpora/background.jsonl
`,
  "models/three.yaml": `endpoint: "reference:"
groups: [reference]
models:
  - {id: sim-cedar-01, groups: ["family:cedar"], price: {input: 0.05, output: 0.2}}
  - {id: sim-comet-05, groups: ["family:comet"], price: {input: 0.12, output: 0.48}}
  - {id: sim-heron-08, groups: ["family:heron"], price: {input: 0.21, output: 0.84}}
`
};

/** A workbook with the shipped data files and the fixture's book. @param store the store to copy into it; null for none */
export async function fixtureBook({store = FIXTURE_STORE}: {store?: string | null} = {}): Promise<Workbook> {
  const book = await workbook(FILES);
  const data = join(book.root, "data");
  for (const name of readdirSync(DATA))
    if (!WRITTEN.has(name))
      cpSync(join(DATA, name), join(data, name), {recursive: true, filter: from => from !== join(DATA, "book.yaml")});
  if (existsSync(SUITES)) cpSync(SUITES, join(data, "suites"), {recursive: true});
  if (store !== null) {
    mkdirSync(join(data, "store"), {recursive: true});
    cpSync(store, join(data, "store"), {recursive: true});
  }
  return book;
}

/** SHA-256 of each file of a store by its name. */
export const hashesOf = (store: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(store)
      .sort()
      .map(name => [
        name,
        createHash("sha256")
          .update(readFileSync(join(store, name)))
          .digest("hex")
      ])
  );
