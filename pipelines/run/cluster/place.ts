// The address of the Redis server of a distributed run, and how it may be named.

import {needPackages} from "../../book/optionalPackage.node.js";
import {currentIo} from "../../io/current.node.js";
import type {Io} from "../../io/io.js";
import {UserError} from "../../rows/error.js";

/** The environment variable that names the server where no option does; a password is better kept there than on a command line. */
export const REDIS_ENV = "REASONBOOK_REDIS";

/** A server as it may be used and named. */
export interface RedisPlace {
  /** With the password. It is never printed. */
  url: string;
  /** Without user, password and options, for messages. */
  name: string;
  /** What must not appear in any message. */
  secrets: string[];
}

/** Throws a UserError with the command that installs the packages of distributed runs if one is missing. */
export const needClusterPackages = (): void => needPackages(["bullmq", "ioredis"], "a distributed run");

/** The server that an option or else the environment names. Throws a UserError where neither does, or where it is no address of one. */
export function redisPlace(option: string | undefined, env: Io["env"] = currentIo().env): RedisPlace {
  const source = option === undefined ? REDIS_ENV : "--redis";
  const given = option ?? env[REDIS_ENV];
  if (!given)
    throw new UserError(`no Redis is named; give --redis redis://HOST:PORT or set ${REDIS_ENV} (npm run redis starts one)`);
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "")
    throw new UserError(
      `${source} is not the address of a Redis server; expected redis://HOST:PORT, or rediss://HOST:PORT with TLS`
    );
  const passwords = url.password === "" ? [] : [...new Set([url.password, decoded(url.password)])];
  const path = /^\/\d+$/.test(url.pathname) ? url.pathname : "";
  needClusterPackages();
  return {url: given, name: `${url.protocol}//${url.host}${path}`, secrets: passwords};
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
