// `items get`: fetches a public benchmark by its name.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {formatBytes} from "../book/bytes.js";
import {plural} from "../book/plural.js";
import {isWorkbook} from "../run/ask/files.js";
import {banksFolder, getItems, publicBenchmark, publicBenchmarks} from "../run/getItems.js";
import {tableText} from "../store/show.js";
import {command, option, positional} from "./command.js";
import {flag} from "./optionTypes.js";

export const getCommand = command({
  name: "items get",
  summary: "fetch a public benchmark from its authors' address, check it and import it; without a name, list what can be fetched",
  options: z.strictObject({
    name: positional(z.string().optional(), "the benchmark's name, such as gsm8k"),
    from: option(z.string().optional(), "a mirror's address, or a local folder or file, in place of the authors' address", {
      value: "place"
    }),
    force: flag("fetch it again, and replace the bank of this name")
  }),
  examples: ["gsm8k", "gsm8k --from downloads"],
  async run({name, from, force = false}, io) {
    if (name === undefined) {
      const rows = (await publicBenchmarks()).map(each => [
        each.name,
        each.title,
        formatBytes(each.download.bytes),
        each.licence,
        each.source,
        each.notes ?? ""
      ]);
      io.stdout.write(tableText({columns: ["name", "title", "size", "licence", "source", "notes"], rows}, {count: false}));
      return 0;
    }
    const benchmark = await publicBenchmark(name);
    const {title, source, licence, download, notes} = benchmark;
    const file = join(banksFolder(), `${name}.yaml`);
    if (existsSync(file) && !force) {
      io.stdout.write(`${name} is there: ${file}; --force fetches it again\n${nextLine(name)}`);
      return 0;
    }
    const size = `${plural(Object.keys(download.files).length, "file")}, ${formatBytes(download.bytes)}`;
    io.stderr.write(
      `${title}: source ${source}, licence ${licence}, ${size}, from ${from ?? download.from}${notes === undefined ? "" : `; ${notes}`}\n`
    );
    const {yaml, summary} = await getItems(benchmark, {from, force});
    io.stdout.write(`${yaml}: ${plural(summary.items, "item")}, SHA-256 as expected\n${nextLine(name)}`);
    return 0;
  }
});

/** The next command. In a workbook a suite may ask the bank too. */
const nextLine = (name: string): string =>
  `ask it:  npx reasonbook ask ${name} --base-url URL --model NAME${isWorkbook() ? `; a suite asks it with "- bank: ${name}"` : ""}\n`;
