// The names of a distributed run's keys in Redis.
import {sha256Hex} from "../../generate/seed.js";

/** What all keys begin with. */
const PREFIX = "reasonbook";
/** What BullMQ puts in front of the keys of its queues. */
export const QUEUES = `${PREFIX}:queue`;
/** The queue of a plan's jobs. */
export const queueOf = (digest: string): string => `tests-${digest}`;
/** The queue of searches through files, for all workers that hold the same ones. */
export const searchesOf = (holdings: string): string => `searches-${holdings}`;
/** What a digest of files that workers hold stands for. */
export const holdingsOf = (digest: string): string => `${PREFIX}:holdings:${digest}`;
/** The items of an audit. */
export const itemsOf = (audit: string): string => `${PREFIX}:${audit}:items`;
/** Which process coordinates a plan's run, or an audit. */
export const coordinatorOf = (digest: string): string => `${PREFIX}:${digest}:coordinator`;
/** Stream of what workers send to the coordinator. */
export const inboxOf = (digest: string): string => `${PREFIX}:${digest}:inbox`;
/** List of replies to one worker's lookups. */
export const repliesOf = (digest: string, worker: string): string => `${PREFIX}:${digest}:replies:${worker}`;
/** The run's spending, its open reservations, and those that were given up with their worker. */
export const budgetOf = (digest: string): [string, string, string] => [
  `${PREFIX}:${digest}:budget`,
  `${PREFIX}:${digest}:reserved`,
  `${PREFIX}:${digest}:lapsed`
];
/** What each living worker says of itself, and when it last did. */
export const WORKERS = `${PREFIX}:workers`;
export const SEEN = `${PREFIX}:seen`;
/** The share of each worker in the requests that a model may have in flight, and the end of a pause that its server asked for. */
export const sharesOf = (model: string): [string, string] => [`${PREFIX}:shares:${model}`, `${PREFIX}:pause:${model}`];
/** Name of a model at its endpoint, whichever book asks it: a digest, since a URL may hold a secret. */
export const modelAt = (base: string, name: string): string => sha256Hex(`${base} ${name}`).slice(0, 16);
/** Which worker asks a request, who else wants its answer, and the answer for them. */
export const claimOf = (key: string): [string, string, string] => [
  `${PREFIX}:asking:${key}`,
  `${PREFIX}:wanted:${key}`,
  `${PREFIX}:answer:${key}`
];
