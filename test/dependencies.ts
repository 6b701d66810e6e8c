// The bill of materials (CycloneDX 1.5) from package-lock.json and node_modules, and the licences of all that is installed. Offline.
// `npm sbom` refuses this lockfile: it does not know that an override gives katex another commander.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

/** Licences under which a package may be used and passed on here, as SPDX names them. */
const ALLOWED = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 Python-2.0 Unlicense Zlib".split(" ")
);
/** Packages whose package.json names no SPDX licence, with the one that their licence file or readme holds. */
const BY_FILE: Record<string, string> = {
  flatbuffers: "Apache-2.0",
  "json-bignum": "MIT",
  // of the S3 server that tests start
  busboy: "MIT",
  dicer: "MIT",
  "humanize-number": "MIT",
  only: "MIT",
  streamsearch: "MIT"
};

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: unknown;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  /** the package's name where it is installed under an alias */
  name?: string;
}

export interface Package {
  name: string;
  version: string;
  /** SPDX expression; null where none is known. */
  licence: string | null;
  integrity: string | null;
  dev: boolean;
}

/** Every package of a lockfile, once for each version. */
export function packagesOf(root: string): Package[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {packages: Record<string, Locked>};
  const packages = new Map<string, Package>();
  for (const [path, locked] of Object.entries(lock.packages)) {
    const {version = "", integrity = null, license, dev = false, link} = locked;
    if (path === "" || link) continue;
    const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = BY_FILE[name] ?? (typeof license === "string" ? license : licenceIn(join(root, path, "package.json")));
    packages.set(`${name}@${version}`, {name, version, licence, integrity, dev});
  }
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function licenceIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const {license} = JSON.parse(readFileSync(file, "utf8")) as {license?: unknown};
  return typeof license === "string" ? license : null;
}

/** Whether an SPDX expression lets us choose: of "or" one side must be allowed, of "and" both. */
export function isAllowed(licence: string | null): boolean {
  if (licence === null) return false;
  const plain = licence.replace(/[()]/g, " ").trim();
  if (/\sOR\s/i.test(plain)) return plain.split(/\sOR\s/i).some(isAllowed);
  return plain.split(/\sAND\s/i).every(each => ALLOWED.has(each.trim()));
}

/** CycloneDX 1.5, without a clock or a random number, so that equal lockfiles give equal bytes. */
export const billOfMaterials = (packages: readonly Package[]) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  components: packages.map(({name, version, licence, integrity, dev}) => {
    const [algorithm, hash] = integrity?.split("-", 2) ?? [];
    return {
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name.replace(/^@/, "%40")}@${version}`,
      scope: dev ? "optional" : "required",
      ...(licence ? {licenses: [{expression: licence}]} : {}),
      ...(hash
        ? {hashes: [{alg: algorithm!.toUpperCase().replace("SHA", "SHA-"), content: Buffer.from(hash, "base64").toString("hex")}]}
        : {})
    };
  })
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const packages = packagesOf(join(import.meta.dirname, ".."));
  const refused = packages.filter(({licence}) => !isAllowed(licence));
  for (const {name, version, licence} of refused)
    process.stderr.write(
      `package-lock.json: ${name}@${version} has the licence ${licence ?? "(none)"}, which is not on the list in test/dependencies.ts\n`
    );
  if (process.argv.includes("--print")) process.stdout.write(`${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
  else process.stdout.write(`${packages.length} packages, ${refused.length} with a licence that is not allowed\n`);
  if (refused.length > 0) process.exitCode = 1;
}
