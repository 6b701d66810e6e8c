// The commands `items submit`, `items review` and `items rotate`: how a bank stays alive (docs/upkeep.md).
import {join} from "node:path";
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {FOLDER, readBankNamed} from "../book/read.node.js";
import {STORE} from "../run/results.js";
import {objections, piloted} from "../run/upkeep/pilot.js";
import {ITEM_STATES, type ItemState, type Queued, readQueue, writeQueue} from "../run/upkeep/queue.js";
import {rotate} from "../run/upkeep/rotate.js";
import {submit} from "../run/upkeep/submit.js";
import {count} from "./options.js";

const BANKS = join(FOLDER, "banks");
/** States that a reviewer may set; a rotation sets `used`. */
const REVIEWED = ITEM_STATES.filter(state => state !== "used");

interface ReviewOptions {
  pilot?: string;
  item?: string[];
  state?: Exclude<ItemState, "used">;
  by?: string;
  date?: string;
  reason?: string;
  despite?: boolean;
  json?: boolean;
}

/** Adds the commands to `items`. */
export function upkeepCommands(items: Command): void {
  items
    .command("submit")
    .description(
      "take new items for a bank from a YAML file: checked, and compared with the bank, earlier submissions and retired items; exit code 1 where one is refused"
    )
    .argument("<file>", "bank, by, date, licence, and items as in layout plain (docs/upkeep.md)")
    .action(async (file: string) => {
      const {bank, taken, refused, pilot} = await submit(file, {banks: BANKS, bankNamed: name => readBankNamed(name)});
      for (const {place, reason} of refused) process.stdout.write(`${place} ${reason}\n`);
      for (const {id} of taken) process.stdout.write(`${id} submitted\n`);
      if (taken.length > 0)
        process.stderr.write(
          `${plural(taken.length, "item")} for ${bank} wait for review; a suite pilots them with "- bank: ${pilot}"\n`
        );
      if (refused.length > 0) {
        process.stderr.write(`${plural(refused.length, "item")} refused\n`);
        process.exitCode = 1;
      }
    });

  items
    .command("review")
    .description("list submitted items with the objections to them, read their pilot, or set their state")
    .argument("<bank>", "a bank of data/banks")
    .option("--pilot <store>", "first read how models answered the pilot in this store")
    .option("--item <id...>", "the items whose state is set")
    .addOption(new Option("--state <name>", "the state to set").choices(REVIEWED))
    .option("--by <name>", "who reviews")
    .option("--date <date>", "when, YYYY-MM-DD; default: today")
    .option("--reason <text>", "why")
    .option("--despite", "accept in spite of objections")
    .option("--json", "the list as JSON lines")
    .action(async (bank: string, options: ReviewOptions) => {
      const {name} = await readBankNamed(bank);
      let queue = await readQueue(BANKS, name);
      if (options.pilot !== undefined) {
        const read = await piloted(queue, {store: options.pilot, pilot: `${name}-pilot`});
        queue = read.queue;
        process.stderr.write(`${plural(read.answered, "item")} of the pilot read from ${options.pilot}\n`);
      }
      if (options.item || options.state) queue = reviewed(queue, options);
      if (options.pilot !== undefined || options.item) await writeQueue(BANKS, name, queue);
      if (queue.length === 0) process.stderr.write(`nobody has submitted an item for ${name}\n`);
      for (const each of queue)
        process.stdout.write(options.json ? `${JSON.stringify({...each, objections: objections(each)})}\n` : lineOf(each));
    });

  items
    .command("rotate")
    .description(
      "retire a share of a bank's items, those that are contaminated, saturated or misfitting first, and put accepted items in their place"
    )
    .argument("<bank>", "a bank of data/banks")
    .option("--share <share>", "of its items, 0.1 to 0.15", Number, 0.12)
    .requiredOption("--quarter <name>", "which rotation this is, e.g. 2026-Q4: one a quarter", quarter)
    .option("--seed <n>", "decides among items with the same reason", count("seed"), 0)
    .option("--store <folder>", "the store whose tables hold the statistics of the items", STORE)
    .option("--dry-run", "print what would be done, and write nothing")
    .action(
      async (
        name: string,
        {dryRun: dry, ...options}: {share: number; quarter: string; seed: number; store: string; dryRun?: boolean}
      ) => {
        const bank = await readBankNamed(name);
        const {retired, replacements, left, anchors, version, changelog, warnings} = await rotate(bank, {
          banks: BANKS,
          ...options,
          dry
        });
        for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
        for (const [i, {id, why}] of retired.entries()) process.stdout.write(`${id} ${why}, replaced by ${replacements[i]}\n`);
        for (const {id, why} of left) process.stdout.write(`${id} ${why}, stays: the share is used up\n`);
        process.stderr.write(
          `${plural(retired.length, "item")} of ${bank.size} ${dry ? "would be retired" : "retired"}, ${plural(anchors, "anchor")}${dry ? "" : `; ${name} has version ${version}, see ${changelog}`}\n`
        );
      }
    );
}

function quarter(text: string): string {
  if (/^\d{4}-Q[1-4]$/u.test(text)) return text;
  throw new UserError(`--quarter expects a year and a quarter such as 2026-Q4, got "${text}"`);
}

/** The queue with the state that a reviewer gives to items. Throws a UserError. */
function reviewed(queue: readonly Queued[], {item = [], state, by, date, reason, despite = false}: ReviewOptions): Queued[] {
  if (item.length === 0 || !state) throw new UserError("--item and --state go together: which items, and what they become");
  if (!by?.trim() || !reason?.trim()) throw new UserError("--by and --reason are missing: who reviews, and why");
  const at = date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(at)) throw new UserError(`--date expects YYYY-MM-DD, got "${at}"`);
  for (const id of item) {
    const found = queue.find(each => each.id === id);
    if (!found) throw new UserError(`no submitted item "${id}"; npm run items -- review lists them`);
    if (found.state === "used") throw new UserError(`${id} is in the bank by now; a rotation retires it`);
    const against = objections(found);
    if (state === "accepted" && against.length > 0 && !despite)
      throw new UserError(`${id}: ${against.join("; ")}; add --despite to accept it all the same`);
  }
  const review = {state, by: by.trim(), at, reason: reason.trim()};
  return queue.map(each => (item.includes(each.id) ? {...each, state, reviews: [...each.reviews, review]} : each));
}

function lineOf(each: Queued): string {
  const {id, state, by, at, pilot, item} = each;
  const against = state === "submitted" ? objections(each) : [];
  const asked = String(item.question ?? "").replace(/\s+/gu, " ");
  const answered = pilot
    ? `; ${pilot.right} of ${plural(pilot.models, "model")} right${pilot.simulated ? " (simulated)" : ""}`
    : "";
  return `${id} ${state}, ${by}, ${at}${answered}: ${asked.slice(0, 80)}${asked.length > 80 ? "…" : ""}\n${against.map(text => `  ${text}\n`).join("")}`;
}
