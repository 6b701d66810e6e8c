// npm run fixtures: evaluates the fixture book, makes the tables of all studies, and writes them with their hashes to test/fixtures/.
import {cpSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {FIXTURE_STORE, fixtureBook, HASHES, hashesOf} from "./fixtureStore.js";
import {addSiteFiles} from "./small-site.js";

await using book = await fixtureBook({store: null});
addSiteFiles(book.root);
for (const command of ["run", "refresh"]) {
  const {code, stderr} = await book.command(command);
  process.stderr.write(stderr);
  if (code !== 0) process.exit(1);
}
const store = join(book.root, "data/store");
rmSync(FIXTURE_STORE, {recursive: true, force: true});
for (const name of readdirSync(store).sort()) if (name !== "lock.duckdb") cpSync(join(store, name), join(FIXTURE_STORE, name));
writeFileSync(HASHES, `${JSON.stringify(hashesOf(FIXTURE_STORE), null, 2)}\n`);
