// npm run setup:browser and setup:redis: install a browser and a Redis server for tests with the system's package manager, unless there is one.
import {spawnSync} from "node:child_process";
import {findChromium, findProgram} from "./chromium.js";

interface Manager {
  /** Commands that are run in this order; the names of packages follow the last one. */
  commands: readonly (readonly string[])[];
  packages: {chromium: readonly string[]; redis: readonly string[]};
  /** Whether it writes to folders of the system. */
  root: boolean;
}

const MANAGERS: Record<string, Manager> = {
  "apt-get": {
    commands: [
      ["apt-get", "update", "-qq"],
      ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    ],
    packages: {chromium: ["chromium", "fonts-liberation"], redis: ["redis-server"]},
    root: true
  },
  dnf: {
    commands: [["dnf", "install", "-y"]],
    packages: {chromium: ["chromium", "liberation-fonts"], redis: ["valkey"]},
    root: true
  },
  pacman: {
    commands: [["pacman", "-S", "--noconfirm"]],
    packages: {chromium: ["chromium", "ttf-liberation"], redis: ["valkey"]},
    root: true
  },
  zypper: {
    commands: [["zypper", "--non-interactive", "install"]],
    packages: {chromium: ["chromium", "liberation-fonts"], redis: ["redis"]},
    root: true
  },
  apk: {commands: [["apk", "add"]], packages: {chromium: ["chromium", "font-liberation"], redis: ["redis"]}, root: true},
  brew: {commands: [["brew", "install"]], packages: {chromium: ["chromium"], redis: ["redis"]}, root: false}
};
type Program = keyof Manager["packages"];
const isInstalled: Record<Program, () => boolean> = {
  chromium: () => findChromium() !== undefined,
  redis: () => findProgram(["redis-server", "valkey-server"]) !== undefined
};

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const unknown = wanted.find(name => !(name in isInstalled));
if (unknown !== undefined || wanted.length === 0) fail(`expected some of: ${Object.keys(isInstalled).join(", ")}`);
for (const program of wanted as Program[]) {
  if (isInstalled[program]()) continue;
  const found = Object.entries(MANAGERS).find(([name]) => findProgram([name]));
  if (!found)
    fail(
      `no ${program} found, and none of ${Object.keys(MANAGERS).join(", ")} to install it with; install it, then run the tests`
    );
  const [name, {commands, packages, root}] = found;
  process.stdout.write(`installing ${packages[program].join(" and ")} with ${name}\n`);
  const asRoot = root && process.getuid?.() !== 0 ? ["sudo"] : [];
  for (const [i, command] of commands.entries()) {
    const [file, ...args] = [...asRoot, ...command, ...(i === commands.length - 1 ? packages[program] : [])];
    const {status, error} = spawnSync(file!, args, {stdio: ["inherit", "ignore", "inherit"]});
    if (status !== 0) fail(`${command.join(" ")} failed${error ? `: ${error.message}` : ` with exit code ${status}`}`);
  }
  if (!isInstalled[program]())
    fail(`${name} has installed ${packages[program].join(" and ")}, but no ${program} is found in PATH`);
}
