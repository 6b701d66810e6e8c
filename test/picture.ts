// Takes the README's picture of the workbook from the built site: npm run build, then npm run docs -- picture
import {openSite} from "./pages/browser.js";

const FILE = "docs/workbook.png";

await using site = await openSite();
await using visit = await site.visit("/leaderboard?source=published", {width: 1_200, height: 820});
await visit.page.locator("#leaderboard tbody tr").first().waitFor();
await visit.page.waitForLoadState("networkidle");
await visit.page.waitForFunction(() => !document.querySelector(".observablehq-loading"));
await visit.page.screenshot({path: FILE});
process.stderr.write(`${FILE} is taken\n`);
