// The folder of the site that journeys visit, which another process builds while other tests run.
import {existsSync} from "node:fs";
import {setTimeout as sleep} from "node:timers/promises";

const POLL_MS = 250;

/** The file that a build leaves where it failed. */
export const failureOf = (folder: string): string => `${folder}.failed`;

/** Waits until the site is built. Throws if it cannot be. */
export async function siteBuilt(folder: string): Promise<void> {
  while (!existsSync(folder)) {
    if (existsSync(failureOf(folder))) throw new Error("the site of the fixture store could not be built");
    await sleep(POLL_MS);
  }
}
