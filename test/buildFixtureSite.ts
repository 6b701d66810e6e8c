// Builds the site of the fixture store into a folder, for test/fixture-site.ts.
import {cpSync, renameSync} from "node:fs";
import {join} from "node:path";
import {fixtureBook} from "./fixtureStore.js";
import {addSiteFiles} from "./small-site.js";

const folder = process.argv[2]!;
await using book = await fixtureBook();
addSiteFiles(book.root);
const {code, stderr} = await book.command("build");
if (code !== 0) {
  process.stderr.write(stderr.slice(-4_000));
  process.exitCode = 1;
} else {
  // a copy that is cut off has another name
  cpSync(join(book.root, "dist"), `${folder}-copy`, {recursive: true});
  renameSync(`${folder}-copy`, folder);
}
