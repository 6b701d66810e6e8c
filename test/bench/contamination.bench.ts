// The contamination study: a streaming search for 248,000 items beside `wc -w` on the same files, and MinHash beside plain JavaScript.
import {spawnSync} from "node:child_process";
import {mkdtempSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {randomAt} from "../../pipelines/generate/seed.js";
import {english} from "../../pipelines/generate/words/english.js";
import {audit} from "../../pipelines/studies/contamination/audit.node.js";
import {corpusFiles} from "../../pipelines/studies/contamination/corpora.node.js";
import {PERMUTATIONS, type Signer, signer} from "../../pipelines/studies/contamination/duplicates.js";
import {normalised, rollingHashes, splitWords, wordBuffers} from "../../pipelines/studies/contamination/words.js";

import {plainSigner} from "../studies/contamination/plainSigner.js";
import type {BenchRow} from "./infer.bench.js";

const ITEMS = 248_000;
const WORDS = 53; // 41 n-grams of 13 words each: 10 million
const FILES = 4;
const FILE_WORDS = 8_000_000;
const GOAL_MB_PER_SECOND = 40;
const GOAL_MB = 2048;
const GOAL_DOCUMENTS = 15_000;
const DOCUMENTS = 6_000;

/** The bits of a number spread (MurmurHash3's finaliser). */
const mixed = (z: number): number => {
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
};

/** A text of random words, quickly; texts of two seeds have no stretch in common but by chance. */
function prose(words: number, seed: number): string {
  const parts = new Array<string>(words);
  const key = mixed(Math.imul(seed, 0x9e3779b1));
  for (let i = 0; i < words; i++) parts[i] = english[(mixed(mixed(i + 1) ^ key) >>> 4) % english.length]!;
  return parts.join(" ");
}

const seconds = ({user, system}: NodeJS.CpuUsage): number => (user + system) / 1e6;

export async function benchContamination(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  try {
    return [...(await search(folder)), ...minhash()];
  } finally {
    rmSync(folder, {recursive: true});
  }
}

async function search(folder: string): Promise<BenchRow[]> {
  const items = Array.from({length: ITEMS}, (_, i) => ({id: `${i}`, text: prose(WORDS, i + 1), group: `bank ${i % 20}`}));
  for (let i = 0; i < FILES; i++) writeFileSync(join(folder, `${i}.txt`), `${prose(FILE_WORDS, -i - 2)} ${items[i]!.text}`);
  const files = await corpusFiles([{name: "bench", files: folder}]);
  const megabytes = files.reduce((sum, {path}) => sum + statSync(path).size, 0) / 1e6;
  const run = async (of: typeof files, threads: number) => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    let first: {time: number; cpu: NodeJS.CpuUsage} | undefined;
    const done = await audit(items, of, {
      threads,
      onBytes() {
        first ??= {time: performance.now(), cpu: process.cpuUsage(before)};
      }
    });
    const exact = done.results.filter(({verdict}) => verdict === "exact").length;
    if (exact !== of.length) throw new Error(`${exact} of ${of.length} planted items were found`);
    const cpu = seconds(process.cpuUsage(before));
    return {
      cpu: cpu - seconds(first!.cpu),
      wall: (performance.now() - first!.time) / 1000,
      all: (performance.now() - started) / 1000
    };
  };
  const rss = () => process.resourceUsage().maxRSS / 1024;
  const one = await run(files, 1);
  const peak = rss();
  const two = await run(files, 2);
  const wcStarted = performance.now();
  const counted = spawnSync("wc", ["-w", ...files.map(({path}) => path)]);
  const wc = counted.status === 0 ? (performance.now() - wcStarted) / 1000 : Number.NaN;
  const rate = (time: number) => `${Math.round(megabytes / time)} MB/s`;
  return [
    {
      work: `search ${Math.round(megabytes)} MB of text for ${ITEMS.toLocaleString("en")} items, a core (baseline wc -w)`,
      ours: rate(one.cpu),
      baseline: rate(wc),
      ratio: wc / one.cpu,
      target: `>= ${GOAL_MB_PER_SECOND} MB/s`
    },
    {
      work: "the same with two threads (baseline one thread, by the clock)",
      ours: rate(two.wall),
      baseline: rate(one.wall),
      ratio: one.wall / two.wall,
      target: ">= 1.8 on idle cores"
    },
    {
      work: "processor time of two threads (baseline one thread)",
      ours: `${two.cpu.toFixed(1)} s`,
      baseline: `${one.cpu.toFixed(1)} s`,
      ratio: one.cpu / two.cpu,
      target: "near 1: two threads share the work, not repeat it"
    },
    {
      work: "peak memory of both",
      ours: `${Math.round(rss())} MB`,
      baseline: `${Math.round(peak)} MB`,
      ratio: rss() / peak,
      target: `<= ${GOAL_MB} MB`
    }
  ];
}

function minhash(): BenchRow[] {
  const random = randomAt("be".repeat(32), 0);
  const texts = Array.from({length: 200}, () => prose(500, random.integer(1, 2 ** 30)));
  const buffers = wordBuffers();
  const hashes = new Int32Array(500);
  const into = new Uint32Array(PERMUTATIONS);
  const run = (sign: Signer, documents: number): number => {
    const before = process.cpuUsage();
    for (let i = 0; i < documents; i++) {
      const words = splitWords(normalised(texts[i % texts.length]!), buffers);
      sign(hashes, rollingHashes(words.hashes, words.count, 13, hashes), into);
    }
    return documents / seconds(process.cpuUsage(before));
  };
  const fast = signer();
  for (const sign of [fast, plainSigner]) run(sign, DOCUMENTS >> 1);
  const [ours, plain] = [run(fast, 8 * DOCUMENTS), run(plainSigner, DOCUMENTS)];
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString("en")}/s`;
  return [
    {
      work: `MinHash of ${PERMUTATIONS} permutations, documents of 500 words, words split (baseline plain JavaScript)`,
      ours: perSecond(ours),
      baseline: perSecond(plain),
      ratio: ours / plain,
      target: `>= ${GOAL_DOCUMENTS.toLocaleString("en")}/s`
    }
  ];
}
