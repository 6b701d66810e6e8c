// A workbook with items and a corpus, audited in this process or by workers, and workers that hold a copy of the corpus.
import {cp, mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {Queue} from "bullmq";
import type {Redis} from "ioredis";
import {expect} from "vitest";
import {randomAt} from "../../pipelines/generate/seed.js";
import {english} from "../../pipelines/generate/words/english.js";
import {searchedByWorkers} from "../../pipelines/run/cluster/audits/coordinator.js";
import {holdingsIn} from "../../pipelines/run/cluster/audits/holdings.js";
import {QUEUES, searchesOf} from "../../pipelines/run/cluster/keys.js";
import {redisPlace} from "../../pipelines/run/cluster/place.js";
import {projectVersion} from "../../pipelines/store/version.node.js";
import {type Audit, audit} from "../../pipelines/studies/contamination/audit.node.js";
import {corpusFiles} from "../../pipelines/studies/contamination/corpora.node.js";
import {DEFAULTS} from "../../pipelines/studies/contamination/settings.js";
import {type Workbook, workbook} from "../workbook.js";
import {heard, working} from "./harness.js";

const random = randomAt("c3".repeat(32), 0);
export const prose = (words: number) => Array.from({length: words}, () => random.pick(english)).join(" ");
export const texts = Array.from({length: 30}, () => prose(30));
export const items = texts.map((text, i) => ({id: `item-${i}`, text, group: `bank-${i % 3}`}));
export const lines = (...values: unknown[]) => values.map(value => `${JSON.stringify(value)}\n`).join("");
export const page = (i: number, words = 50) => `${prose(words)} ${texts[i % texts.length]} ${prose(50)}`;

type Files = Record<string, string | Uint8Array>;
export async function placed(folder: string, files: Files): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), {recursive: true});
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export interface OpenedCorpus extends AsyncDisposable {
  files: Workbook;
  /** The folder of its corpus. */
  corpus: string;
  /** An audit in this process; by workers where there is a Redis. */
  audit(out: string, options?: {url?: string; report?: ReturnType<typeof heard>; stop?: AbortSignal}): Promise<Audit>;
  /** What an audit keeps of each file. */
  kept(out: string): Promise<Record<string, string>>;
}

/** A workbook with items and a corpus. */
export async function openedCorpus(corpus: Files): Promise<OpenedCorpus> {
  const files = await workbook();
  const folder = await placed(join(files.root, "corpus"), corpus);
  await writeFile(join(files.root, "items.jsonl"), lines(...items));
  return {
    files,
    corpus: folder,
    async audit(out, {url, report = heard(), stop} = {}) {
      const found = await corpusFiles([{name: "c", files: folder}]);
      const remoteSearch = url
        ? searchedByWorkers({redis: redisPlace(url), items, files: found, settings: DEFAULTS, report, stop})
        : undefined;
      return audit(items, found, {remoteSearch, kept: join(files.root, out, "files")});
    },
    async kept(out) {
      const names = (await readdir(join(files.root, out, "files"))).filter(name => !name.startsWith(".")).sort();
      return Object.fromEntries(
        await Promise.all(names.map(async name => [name, await readFile(join(files.root, out, "files", name), "utf8")] as const))
      );
    },
    [Symbol.asyncDispose]: files[Symbol.asyncDispose]
  };
}

/** A worker in this process that holds a copy of a corpus, in a folder of its own. */
export async function holding(url: string, folder: string, copy: string, options: Parameters<typeof working>[2] = {}) {
  await cp(folder, copy, {recursive: true});
  return working(url, {}, {corpora: [{name: "copy", files: copy}], ...options});
}

/** Expects that an audit by workers and one of one process have said and kept the same. */
export async function expectSame(here: OpenedCorpus, shared: Audit, out = "shared"): Promise<void> {
  const alone = await here.audit("alone");
  expect(shared).toEqual(alone);
  expect(await here.kept(out)).toEqual(await here.kept("alone"));
}

/** Files whose results an audit has kept so far. */
export const keptIn = async (here: OpenedCorpus): Promise<string[]> =>
  (await readdir(join(here.files.root, "shared/files")).catch(() => [])).filter(name => !name.startsWith("."));

/** The queue of the workers that hold exactly the files of a folder. */
export async function queueOf(connection: Redis, folder: string): Promise<Queue> {
  const {version} = await projectVersion();
  const holdings = await holdingsIn([{name: "c", files: folder}], {version, onMissing() {}});
  return new Queue(searchesOf(holdings!.said.digest), {connection, prefix: QUEUES});
}
