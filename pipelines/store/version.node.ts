// The project's version, for manifests.
import {execFile} from "node:child_process";
import {readFile} from "node:fs/promises";
import {promisify} from "node:util";
import {childEnvironment} from "../book/childEnvironment.node.js";

/** The version in package.json and the commit of the working tree; the commit is null outside a Git repository. */
export async function projectVersion(): Promise<{version: string; git_commit: string | null}> {
  const {version} = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {version: string};
  try {
    const {stdout} = await promisify(execFile)("git", ["rev-parse", "HEAD"], {
      cwd: new URL("../..", import.meta.url),
      env: childEnvironment()
    });
    return {version, git_commit: stdout.trim()};
  } catch {
    return {version, git_commit: null};
  }
}
