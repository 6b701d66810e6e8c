// The commands `items submit`, `items review` and `items rotate`: how a bank stays alive (docs/upkeep.md).
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {bankNames, FOLDER, readBankNamed} from "../book/read.node.js";
import {UserError} from "../rows/error.js";
import {objections, piloted} from "../run/upkeep/pilot.js";
import {ITEM_STATES, type Queued, readQueue, writeQueue} from "../run/upkeep/queue.js";
import {rotate} from "../run/upkeep/rotate.js";
import {submit} from "../run/upkeep/submit.js";
import {command, option, positional, printingCommand} from "./command.js";
import {flag, path, storeOption, wholeNumber} from "./optionTypes.js";

const BANKS = join(FOLDER, "banks");
/** States that a reviewer may set; a rotation sets `used`. */
const reviewedState = z.enum(ITEM_STATES).exclude(["used"]);

const submitCommand = command({
  name: "items submit",
  summary:
    "take new items for a bank from a YAML file: checked, and compared with the bank, earlier submissions and retired items; exit code 1 where one is refused",
  options: z.strictObject({
    file: positional(z.string(), "bank, by, date, licence, and items as in layout plain (docs/upkeep.md)"),
    check: flag("say what would be refused, and write nothing; without the bank, items are compared with each other alone")
  }),
  examples: ["new-items.yaml", "new-items.yaml --check"],
  async run({file, check}, io) {
    const names = await bankNames();
    const bankNamed = async (name: string) => (check && !names.includes(name) ? null : readBankNamed(name));
    const {bank, taken, refused, pilot} = await submit(file, {banks: BANKS, check: check === true, bankNamed});
    for (const {place, reason} of refused) io.stdout.write(`${place} ${reason}\n`);
    for (const {id} of taken) io.stdout.write(`${id} ${check ? "can be submitted" : "submitted"}\n`);
    if (check && !names.includes(bank))
      io.stderr.write(`note: there is no bank ${bank} here, with which they would be compared\n`);
    if (taken.length > 0 && !check)
      io.stderr.write(
        `${plural(taken.length, "item")} for ${bank} wait for review; a suite pilots them with "- bank: ${pilot}"\n`
      );
    if (refused.length > 0) io.stderr.write(`${plural(refused.length, "item")} refused\n`);
    return refused.length > 0 ? 1 : 0;
  }
});

const reviewOptions = z.strictObject({
  bank: positional(z.string(), "a bank of data/banks"),
  pilot: path("first read how models answered the pilot in this store", {value: "store"}).optional(),
  item: option(z.array(z.string()).default([]), "the items whose state is set", {value: "id..."}),
  state: option(reviewedState.optional(), "the state to set", {value: "name"}),
  by: option(z.string().optional(), "name of the reviewer", {value: "name"}),
  date: option(z.string().optional(), "date of the review, YYYY-MM-DD; default: today", {value: "date"}),
  reason: option(z.string().optional(), "reason for the state", {value: "text"}),
  despite: flag("accept in spite of objections"),
  json: flag("print the list as JSON lines")
});

const review = command({
  name: "items review",
  summary: "list submitted items with the objections to them, read their pilot, or set their state",
  options: reviewOptions,
  examples: ["mine", 'mine --item 3f2a --state accepted --by Ada --reason "clear and new"'],
  async run({bank, pilot, json, ...options}, io) {
    const {name} = await readBankNamed(bank);
    let queue = await readQueue(BANKS, name);
    if (pilot !== undefined) {
      const read = await piloted(queue, {store: pilot, pilot: `${name}-pilot`});
      queue = read.queue;
      io.stderr.write(`${plural(read.answered, "item")} of the pilot read from ${pilot}\n`);
    }
    const isReview = options.item.length > 0;
    if (isReview || options.state) queue = reviewed(queue, {...options, now: io.now()});
    if (pilot !== undefined || isReview) await writeQueue(BANKS, name, queue);
    if (queue.length === 0) io.stderr.write(`nobody has submitted an item for ${name}\n`);
    for (const each of queue)
      io.stdout.write(json ? `${JSON.stringify({...each, objections: objections(each)})}\n` : lineOf(each));
  }
});

const rotateCommand = printingCommand({
  name: "items rotate",
  summary:
    "retire a share of a bank's items, those that are contaminated, saturated or misfitting first, and put accepted items in their place",
  options: z.strictObject({
    bank: positional(z.string(), "a bank of data/banks"),
    share: option(z.number().default(0.12), "share of its items that is retired, 0.1 to 0.15", {
      value: "share",
      expects: "a share between 0.1 and 0.15"
    }),
    quarter: option(z.string().regex(/^\d{4}-Q[1-4]$/u), "quarter of the rotation, such as 2026-Q4: one a quarter", {
      value: "name",
      expects: "a year and a quarter such as 2026-Q4"
    }),
    seed: wholeNumber("decides among items with the same reason", {min: 0}).default(0),
    store: storeOption("the store whose tables hold the statistics of the items"),
    dry_run: flag("print the result, and write nothing")
  }),
  examples: ["mine --quarter 2026-Q4 --dry-run", "mine --quarter 2026-Q4"],
  async run({bank: name, dry_run: dry, ...options}, io) {
    const bank = await readBankNamed(name);
    const rotated = await rotate(bank, {banks: BANKS, ...options, dry});
    const {retired, anchors, version, changelog, warnings} = rotated;
    for (const warning of warnings) io.stderr.write(`warning: ${warning}\n`);
    io.stderr.write(
      `${plural(retired.length, "item")} of ${bank.size} ${dry ? "would be retired" : "retired"}, ${plural(anchors, "anchor")}${dry ? "" : `; ${name} has version ${version}, see ${changelog}`}\n`
    );
    return rotated;
  },
  print: ({retired, replacements, left}) =>
    [
      ...retired.map(({id, why}, i) => `${id} ${why}, replaced by ${replacements[i]}\n`),
      ...left.map(({id, why}) => `${id} ${why}, stays: the share is used up\n`)
    ].join("")
});

export const upkeepCommands = [submitCommand, review, rotateCommand];

type Review = Pick<z.infer<typeof reviewOptions>, "item" | "state" | "by" | "date" | "reason" | "despite"> & {now: number};

/** The queue with the state that a reviewer gives to items. Throws a UserError. */
function reviewed(queue: readonly Queued[], {item, state, by, date, reason, despite = false, now}: Review): Queued[] {
  if (item.length === 0 || !state) throw new UserError("--item and --state go together: which items, and what they become");
  if (!by?.trim() || !reason?.trim()) throw new UserError("--by and --reason are missing: who reviews, and why");
  const at = date ?? new Date(now).toISOString().slice(0, 10);
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
