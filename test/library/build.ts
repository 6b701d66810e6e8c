// `npm run build:library`: the library as JavaScript and its types, in dist-lib/, for projects that depend on a checkout; and its API pages.
import {mkdirSync, rmSync, writeFileSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {build} from "esbuild";
import ts from "typescript-api";
import {apiPage} from "./apiPage.js";

const ROOT = join(import.meta.dirname, "../..");
const ENTRIES = ["stats", "extend"] as const;
const entryOf = (name: string): string => join(ROOT, `pipelines/library/${name}.ts`);

/** Declarations of the entries and of all that they rest on, by their path below the root. */
function declarations(): {program: ts.Program; texts: ReadonlyMap<string, string>} {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: problem => {
        throw new Error(String(problem.messageText));
      }
    }
  )!;
  const program = ts.createProgram(ENTRIES.map(entryOf), {
    ...config.options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: "/types",
    rootDir: ROOT
  });
  const texts = new Map<string, string>();
  program.emit(undefined, (file, text) => texts.set(relative("/types", file).replaceAll("\\", "/"), text));
  return {program, texts};
}

/** The API pages of the entries, by name. */
export const apiPages = (): Map<string, string> => {
  const {program, texts} = declarations();
  return new Map(ENTRIES.map(name => [name, apiPage(name, {program, entry: entryOf(name), texts, root: ROOT})]));
};

/** Writes the library: a file of JavaScript for each entry, and declarations. */
export async function buildLibrary(folder = join(ROOT, "dist-lib")): Promise<void> {
  rmSync(folder, {recursive: true, force: true});
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map(entryOf),
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    splitting: false,
    external: ["zod"],
    logLevel: "error"
  });
  for (const [file, text] of declarations().texts) {
    const path = join(folder, "types", file);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--api")) {
    for (const [name, text] of apiPages()) {
      writeFileSync(join(ROOT, `docs/api/${name}.md`), text);
      process.stdout.write(`docs/api/${name}.md\n`);
    }
  } else {
    await buildLibrary();
    process.stdout.write("dist-lib: stats.js, extend.js and their types\n");
  }
}
