// Makes the study tables `traces` and `trace_checks`: entropy at matched length, loops and garbled text of every stored response.
import type {DuckDBConnection} from "@duckdb/node-api";
import {type Random, randomOf} from "../../generate/seed.js";
import {literal} from "../../rows/literal.js";
import {visibleText} from "../../score/answer/visible.js";
import {matchedSizes} from "../../score/compression.node.js";
import {RECORD_BEGINS} from "../../score/episode.js";
import {TRUNCATED} from "../../score/status.js";
import type {Row} from "../../store/writer.node.js";
import {maker} from "../maker.node.js";
import {findGarble, findRepetition, type Loop} from "./garble.js";

import {tracesTables} from "./tables.js";

/** Most responses that are stored; beyond, items are sampled, so that every evaluation keeps the same ones. */
export const MOST_TRACES = 250_000;
/** Number of clean traces into which faults are injected, and of prompts that are checked. */
const HOSTS = 1_000;
const PROMPTS = 4_000;
/** Fewest characters of a trace into which faults are injected. */
const SHORTEST_HOST = 256;

const KEYS = ["eval_id", "model", "template", "sampler", "item_id", "trial"] as const;
const OF_SAMPLE = ["base_task", "params", "status", "trace_bytes", "simulated"] as const;

/** Writes both tables into a store, from its tables `samples`, `responses` and `items`. */
export const make = maker(tracesTables, async ({report, stage, open, seconds}) => {
  const {connection, rows} = await open();
  const checks = injectedFault();
  const [{responses}] = (await rows("select count(*)::double as responses from responses")) as [{responses: number}];
  for await (const row of rowsOf(connection, sharedItems(responses))) {
    const trace = visibleText(row as {text: string; reasoning: string | null}).trace;
    const described = describe(trace);
    stage.append("traces", Object.assign(row, described));
    if (row.status !== TRUNCATED) checks.take(trace, described, row);
  }
  for await (const {prompt} of stream(connection, `select prompt from items order by md5(item_id) limit ${PROMPTS}`, ["prompt"]))
    checks.takePrompt(prompt as string);
  for (const row of checks.rows()) stage.append("trace_checks", row);
  report.info(`traces: ${stage.rows("traces").toLocaleString("en")} described in ${seconds()} s`);
});

/** SQL condition that selects the items to keep, those with the lowest MD5; all items where there are not too many responses. */
export function sharedItems(responses: number): string {
  if (responses <= MOST_TRACES) return "true";
  const below = Math.floor((2 ** 32 * MOST_TRACES) / responses);
  return `md5(item_id) < '${below.toString(16).padStart(8, "0")}'`;
}

/**
 * Responses and their samples. Episodes are left out: their texts are records of many responses and of what tools sent, in which the same words
 * at each turn are no loop.
 */
async function* rowsOf(connection: DuckDBConnection, condition: string): AsyncGenerator<Row> {
  const columns = [...KEYS, ...OF_SAMPLE, "reasoning", "text"];
  const rank = "md5(model || template || sampler || item_id || trial)";
  const query = `select ${columns.join(", ")}, ${rank} from responses join samples using (${KEYS.join(", ")}) where ${condition}
    and not starts_with(text, ${literal(RECORD_BEGINS)})`;
  yield* stream(connection, query, [...columns, "rank"]);
}

async function* stream(connection: DuckDBConnection, query: string, columns: readonly string[]): AsyncGenerator<Row> {
  const result = await connection.stream(query);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    for (const values of chunk.getRows()) {
      const row: Row = {};
      for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i];
      yield row;
    }
  }
}

/** Properties of a trace: the columns of `traces` that are computed from its text. */
export function describe(trace: string) {
  const {repetition, loop} = findRepetition(trace);
  return {
    ...matchedSizes(trace),
    repetition: Math.round(1000 * repetition) / 1000,
    loop: loop !== null,
    loop_period: loop?.period ?? null,
    loop_length: loop?.length ?? null,
    garble: findGarble(withoutLoop(trace, loop))?.kind ?? null
  };
}

/** The text with its loop shortened to two copies: further ones add nothing about its characters. */
const withoutLoop = (text: string, loop: Loop | null): string =>
  loop ? text.slice(0, loop.start + 2 * loop.period) + text.slice(loop.start + loop.length) : text;

interface Host {
  /** lowest first: a random order that depends only on the response's identity */
  rank: string;
  trace: string;
}
type Flags = Pick<ReturnType<typeof describe>, "loop" | "garble">;

/**
 * Counts the detectors' results on clean texts (traces of simulated models that ended by themselves, and prompts) and on traces with an
 * injected fault.
 */
export function injectedFault() {
  const hosts: Host[] = [];
  const clean = new Map<string, {n: number; loop: number; garble: number}>();
  const count = (name: string, {loop, garble}: Flags) => {
    const sum = clean.get(name) ?? {n: 0, loop: 0, garble: 0};
    clean.set(name, {n: sum.n + 1, loop: sum.loop + Number(loop), garble: sum.garble + Number(garble !== null)});
  };
  return {
    take(trace: string, flags: Flags, {rank, simulated}: Row) {
      if (simulated) count("responses of simulated models that ended by themselves", flags);
      if (trace.length >= SHORTEST_HOST && !flags.loop && flags.garble === null) keepLowest(hosts, {rank: rank as string, trace});
    },
    takePrompt: (prompt: string) => count("prompts of the tests", describe(prompt)),
    *rows(): Generator<Row> {
      for (const [name, {n, ...found}] of clean)
        for (const detector of ["loop", "garble"] as const)
          yield {detector, case: name, planted: false, claimed: true, n, found: found[detector]};
      const random = randomOf("planted faults");
      const texts = hosts.sort(byRank).slice(0, HOSTS);
      for (const {detector, name, claimed, injectFault} of injectedFaults) {
        const flags = texts.map(({trace}) => describe(injectFault(trace, random)));
        const found = flags.filter(({loop, garble}) => (detector === "loop" ? loop : garble !== null)).length;
        if (texts.length > 0) yield {detector, case: name, planted: true, claimed, n: texts.length, found};
      }
    }
  };
}

const byRank = (a: Host, b: Host): number => (a.rank < b.rank ? -1 : 1);

/** Keeps the hosts of lowest rank, in whatever order they arrive. */
function keepLowest(hosts: Host[], host: Host): void {
  hosts.push(host);
  if (hosts.length < 4 * HOSTS) return;
  hosts.sort(byRank);
  hosts.length = HOSTS;
}

// Injects faults into clean texts, so that the detectors' misses and false alarms can be counted.

/**
 * A kind of injected fault with the expected result of the detector. `found: null` marks kinds that the detector is not built for, which
 * are shown for information.
 */
interface InjectedFault {
  detector: "loop" | "garble";
  name: string;
  /** whether the detector is meant to find this kind */
  claimed: boolean;
  injectFault(text: string, random: Random): string;
}

const LOOPED_CHARACTERS = 1_500;
const GARBLED_CHARACTERS = 400;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The faults in the order in which the page lists them. */
export const injectedFaults: readonly InjectedFault[] = [
  {
    detector: "loop",
    name: "a block of 40 to 400 characters, repeated to the end",
    claimed: true,
    injectFault: (text, random) => text + circles(tail(text, random.integer(40, 400)), LOOPED_CHARACTERS)
  },
  {
    detector: "loop",
    name: "a phrase of 6 to 40 characters, repeated to the end",
    claimed: true,
    injectFault: (text, random) => text + circles(tail(text, random.integer(6, 40)), 300)
  },
  {
    detector: "loop",
    name: "a block repeated four times, after which the text goes on",
    claimed: true,
    injectFault: (text, random) => {
      const middle = Math.floor(text.length / 2);
      const block = text.slice(Math.max(0, middle - random.integer(80, 200)), middle);
      return text.slice(0, middle) + block.repeat(4) + text.slice(middle);
    }
  },
  {
    detector: "loop",
    name: "a block repeated with a number that counts up",
    claimed: false,
    injectFault: (text, random) => {
      const block = tail(text, random.integer(40, 120));
      return text + Array.from({length: 12}, (_, i) => `${i + 1}. ${block}\n`).join("");
    }
  },
  {
    detector: "garble",
    name: "random printable characters",
    claimed: true,
    injectFault: (text, random) => text + draw(GARBLED_CHARACTERS, () => String.fromCharCode(random.integer(33, 126)))
  },
  {
    detector: "garble",
    name: "random letters in words",
    claimed: true,
    injectFault: (text, random) =>
      text + draw(GARBLED_CHARACTERS, () => (random.chance(0.15) ? " " : LETTERS[random.integer(0, 25)]!))
  },
  {
    detector: "garble",
    name: "letters of many scripts",
    claimed: true,
    injectFault: (text, random) =>
      text + draw(GARBLED_CHARACTERS, () => String.fromCodePoint(random.pick(SCRIPTS) + random.integer(0, 20)))
  },
  {
    detector: "garble",
    name: "UTF-8 read as Latin-1, and replacement characters",
    claimed: true,
    injectFault: (text, random) => text + draw(100, () => random.pick([" the", " step", "Ã©", "Ã¼", "â€™", "\ufffd", " is"]))
  },
  {
    detector: "garble",
    name: "its own words in random order",
    claimed: false,
    injectFault: (text, random) => random.shuffle(text.split(" ")).join(" ")
  }
];

/** First letters of writing systems: Cyrillic, Hebrew, Arabic, Devanagari, Thai, Georgian, Han, Hangul, Latin. */
const SCRIPTS = [0x430, 0x5d0, 0x627, 0x905, 0xe01, 0x10d0, 0x4e00, 0xac00, 0x61] as const;

const tail = (text: string, characters: number): string => text.slice(-characters);
const circles = (block: string, characters: number): string => block.repeat(Math.max(5, Math.ceil(characters / block.length)));
const draw = (times: number, next: () => string): string => Array.from({length: times}, next).join("");
