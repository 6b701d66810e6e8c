// The names of the user's own scorers with what their settings may be. Where a command has brought none, as in a browser, any name is taken.
import type {z} from "zod";
import {didYouMean} from "../rows/nearest.js";

/** What a file that names a scorer of the user's own is checked against. */
interface OwnScorerEntry {
  version: number;
  /** Schema of its settings. */
  settings: z.ZodType;
}

let known: ReadonlyMap<string, OwnScorerEntry> | undefined;

/** Sets which scorers there are, in place of those that were there; undefined = nobody knows. */
export function knowOwnScorers(scorers: ReadonlyMap<string, OwnScorerEntry> | undefined): void {
  known = scorers;
}

/** A scorer of the user's own as a file names it. */
interface Named {
  name: string;
  settings: Record<string, unknown>;
  version?: number | undefined;
}

/** What is wrong with it; undefined where nothing is, or nobody knows. */
export function ownScorerFault({name, settings}: Named): {path: (string | number)[]; message: string} | undefined {
  if (!known) return undefined;
  const entry = known.get(name);
  if (!entry) {
    const names = [...known.keys()];
    const listed = names.length > 0 ? `there are ${names.join(", ")}` : "there are none";
    return {
      path: ["name"],
      message: `no scorer ${JSON.stringify(name)} in data/scorers${didYouMean(name, names) || `; ${listed}`}`
    };
  }
  const [issue] = entry.settings.safeParse(settings).error?.issues ?? [];
  if (!issue) return undefined;
  const path = issue.path.map(step => (typeof step === "number" ? step : String(step)));
  const message = issue.message[0]!.toLowerCase() + issue.message.slice(1);
  return {path: ["settings", ...path], message: `scorer ${name}: ${path.length > 0 ? `${path.join(".")}: ` : ""}${message}`};
}

/** The version of a scorer's file; that which is written where nobody knows. */
export const ownScorerVersion = ({name, version}: Named): number | undefined => known?.get(name)?.version ?? version;
