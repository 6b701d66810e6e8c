// Scores summaries of documents whose facts are known: facts that are kept, facts that are invented, and the length.
import {getOrAdd} from "../../book/getOrAdd.js";
import {RELATIONS, type ScorerOf} from "../../book/scorers.js";
import {MONTHS} from "../../generate/parts/calendar.js";
import {SMALL_WORDS, TENS_WORDS} from "../../generate/words/numbers.js";
import {type Scoring, wrong} from "./scorer.js";

type Fact = ScorerOf<"summary">["facts"][number];
type Relation = Fact["relation"];

const list = (words: string): string[] => words.split(" ");

/** Words that state a decision, by the decision. */
const DECISIONS: Readonly<Record<string, readonly string[]>> = {
  approved: list(
    "approved approve approves approving approval accepted accept accepts adopted adopt passed endorsed granted said-yes"
  ),
  rejected: list(
    "rejected reject rejects rejecting rejection refused refuse refuses refusal declined decline denied deny turned-down voted-down said-no"
  ),
  postponed: list("postponed postpone postpones postponing postponement deferred defer defers deferral put-off")
};
const decisionOf = new Map(
  Object.entries(DECISIONS).flatMap(([decision, words]) => words.map(word => [word, decision] as const))
);

const months = MONTHS.map(month => month.toLowerCase());
const ORDINALS = list(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
);
const values = new Map<string, number>([
  ...SMALL_WORDS.map((word, i) => [word, i] as const),
  ...TENS_WORDS.map((word, i) => [word, 20 + 10 * i] as const)
]);

/** Words that state nothing beyond the four relations. Others, such as names that no fact has, are not in the document or are left out of it. */
const PLAIN = new Set(
  list(
    "a an the and or but as at by for from in into of on onto to under up upon with within while whereas whilst also too both each all respectively " +
      "is are was were be been being has have had having will would shall does do did it its they their theirs them this these that those there " +
      "which who whom whose what he she his her hers him here then so now only well further furthermore moreover meanwhile additionally " +
      "item items project projects proposal proposals plan plans scheme schemes matter matters work works task tasks undertaking undertakings " +
      "initiative initiatives request requests motion motions measure measures entry entries minutes document documents summary summaries report reports " +
      "council councils committee board meeting members member town city decision decisions decided decide decides outcome outcomes result results vote votes voted " +
      "voting status verdict ruling ruled received receive receives receiving got get gets given gave won secured obtained went through ahead forward " +
      "green light go-ahead lead leads led leading leader leaders leadership head heads headed heading headed-by run runs ran running manage manages managed manager " +
      "managing oversee oversees oversaw overseen overseeing supervise supervises supervised supervising supervision direct directs directed charge responsible " +
      "responsibility responsibilities handles handle handled hands belongs belong assigned under guidance direction spearheaded spearheads " +
      "cost costs costed costing costed-at price prices priced amount amounts budget budgets budgeted budgeting sum sums total totals totalling totaling expense expenses " +
      "spend spending spent funding funded fund funds money euros euro eur need needs needing require requires required requiring worth come comes came coming stands " +
      "estimated set expected expenditure allocated allocation allotted totalled altogether together overall combined final " +
      "start starts started starting begin begins began begun beginning commence commences commencing launch launches launched launching due scheduled planned date dates " +
      "day opening get under way underway kick kicks off kicked open opens set-to " +
      "namely following follows listed list lists involving involve involves include includes included including concerning regarding about " +
      "mr ms mrs dr yes first second third next last finally lastly turn turned down put off voted-down other others rest remaining else everything every one two three " +
      "go goes out here overview brief key facts among between until respective likewise value values valued priced financed slated expected named " +
      "not no never neither nor without isn't aren't wasn't weren't won't doesn't didn't don't hasn't haven't cannot instead rather than unlike except " +
      "more less higher lower dearer cheaper around roughly approximately nearly almost over least most"
  )
);

const NEGATIONS = new Set(
  list(
    "not no never neither nor without isn't aren't wasn't weren't won't doesn't didn't don't hasn't haven't cannot instead rather unlike except"
  )
);
/** Tokens that end a negation. */
const BOUNDS = new Set([",", ";", ":", "(", ")", "but", "and", "while", "whereas", "whilst", "-"]);
/** Words before an amount that make it another one, and those that leave it open. */
const BOUNDED = new Set(["over", "under", "least", "most", "than", "to"]);
const OPEN = new Set(["about", "around", "roughly", "approximately", "nearly", "almost", "estimated"]);
const COMPARED = new Set(["more", "less", "higher", "lower", "dearer", "cheaper"]);
const TOTALS = new Set([
  "total",
  "totals",
  "totalling",
  "totaling",
  "totalled",
  "altogether",
  "together",
  "combined",
  "overall",
  "sum"
]);
const SINGULAR = new Set(list("is was costs starts begins has commences needs requires comes goes gets"));
const PLURALS = new Set(["they", "their", "both", "these"]);
const RANKS = new Set(["costliest", "dearest", "largest", "highest", "biggest"]);
const LEADS = new Set(
  list(
    "lead leads led leading head heads headed heading run runs ran running manage manages managed managing oversee oversees oversaw overseeing supervise supervises supervised supervising direct directs directed handle handles handled spearheads spearheaded charge responsible leader manager"
  )
);
/** Words that may be between a value and the subject after it to which it belongs. */
const LINKS = new Set(list("the for to of on go goes is are was were allocated spent both this these a"));
const FOUR = 4;

/** The least number that is an amount where it has no unit; days, and numbers of subjects, are below it. */
const LEAST_AMOUNT = 60;

interface Mention {
  kind: Relation | "subjects" | "count" | "compared" | "ranked" | "unknown";
  value: string;
  /** Of kind subjects. */
  subjects?: readonly string[];
  from: number;
  to: number;
  negated: boolean;
  /** Returns whether the text leaves the value open, so that it states no fact. */
  open: boolean;
}

const NAMED = /\p{L}+(?:['-]\p{L}+)*|\d+(?:[.,]\d+)*|[,;:()€-]/gu;

const tokensOf = (text: string): string[] =>
  (text.match(NAMED) ?? []).flatMap(token => {
    const plain = token.toLowerCase().replace(/'s$/u, "");
    return values.has(plain.split("-")[0]!) && plain.includes("-") ? plain.split("-") : [plain];
  });

const ABBREVIATION = /\b(Mr|Ms|Mrs|Dr)\./gu;

/** The sentences of a text, with lines for sentences where it has items on lines. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/[’‘]/gu, "'")
    .replace(/[–—]/gu, " - ")
    .replace(/[*_`#|>]+/gu, " ")
    .replace(ABBREVIATION, "$1")
    .replace(/\([^()\n]*\)/gu, inner => inner.replaceAll(";", ","))
    .replace(/^\s*(?:[-•]|\d{1,2}[.)])\s+/gmu, "")
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\d"'€(])/u)
    .map(line => line.trim())
    .filter(line => /[\p{L}\d]/u.test(line));
}

const countWords = (text: string): number => text.split(/\s+/u).filter(word => /[\p{L}\d]/u.test(word)).length;

/** A number in digits or words, and the place after it. */
function numberAt(tokens: readonly string[], from: number): {value: number; to: number} | null {
  if (/^\d/u.test(tokens[from] ?? "")) {
    const token = tokens[from]!;
    const digits = /^\d{1,3}(?:,\d{3})+$/u.test(token) ? token.replaceAll(",", "") : token;
    const isThousands = tokens[from + 1] === "thousand" || tokens[from + 1] === "k";
    return {value: Math.round(Number(digits) * (isThousands ? 1_000 : 1) * 100) / 100, to: from + (isThousands ? 2 : 1)};
  }
  let [whole, part, to] = [0, 0, from];
  for (; to < tokens.length; to++) {
    const word = tokens[to]!;
    const value = values.get(word);
    const before = to > from ? tokens[to - 1]! : "";
    const isJoint =
      values.has(tokens[to + 1] ?? "") &&
      ((word === "and" && (before === "hundred" || before === "thousand")) ||
        (word === "," && before === "thousand" && tokens[to + 2] === "hundred"));
    if (value !== undefined) part += value;
    else if (word === "hundred") part = Math.max(1, part) * 100;
    else if (word === "thousand") [whole, part] = [whole + Math.max(1, part) * 1_000, 0];
    else if (!isJoint) break;
  }
  return to === from ? null : {value: whole + part, to};
}

/** A day of a month in digits or words, 1 to 31. */
function dayAt(tokens: readonly string[], from: number): {value: number; to: number} | null {
  const token = tokens[from] ?? "";
  if (/^\d{1,2}$/u.test(token)) {
    const to = /^(?:st|nd|rd|th)$/u.test(tokens[from + 1] ?? "") ? from + 2 : from + 1;
    return {value: Number(token), to};
  }
  const ordinal = ORDINALS.indexOf(token);
  if (ordinal >= 0) return {value: ordinal + 1, to: from + 1};
  if (token === "thirtieth") return {value: 30, to: from + 1};
  if (token !== "twenty" && token !== "thirty") return null;
  const unit = Math.max(ORDINALS.slice(0, 9).indexOf(tokens[from + 1] ?? "") + 1, SMALL_WORDS.indexOf(tokens[from + 1] ?? ""));
  const tens = token === "twenty" ? 20 : 30;
  return unit > 0 ? {value: tens + unit, to: from + 2} : {value: tens, to: from + 1};
}

const monthOf = (word = ""): number =>
  word.length < 3 ? -1 : months.findIndex(month => month === word || month.slice(0, 3) === word);

function dateAt(tokens: readonly string[], from: number): {value: string; to: number} | null {
  const skip = (place: number, word: string) => (tokens[place] === word ? place + 1 : place);
  const dated = (day: number, month: number, to: number) => ({value: `${day} ${months[month]}`, to});
  const month = monthOf(tokens[from]);
  if (month >= 0) {
    const day = dayAt(tokens, skip(from + 1, "the"));
    return day && dated(day.value, month, day.to);
  }
  const day = dayAt(tokens, from);
  if (!day) return null;
  const place = skip(day.to, "of");
  return monthOf(tokens[place]) < 0 ? null : dated(day.value, monthOf(tokens[place]), place + 1);
}

/** Names by their words: the whole name, and each word that no other name has. */
function aliasesOf(names: readonly string[]): {words: string[]; name: string}[] {
  const uses = new Map<string, number>();
  for (const name of names) for (const word of new Set(tokensOf(name))) uses.set(word, (uses.get(word) ?? 0) + 1);
  return names
    .flatMap(name => {
      const words = tokensOf(name);
      return [{words, name}, ...words.filter(word => uses.get(word) === 1).map(word => ({words: [word], name}))];
    })
    .sort((a, b) => b.words.length - a.words.length);
}

interface Alias {
  words: readonly string[];
  name: string;
  kind: "person" | "subjects";
}

interface World {
  subjects: readonly string[];
  facts: ReadonlyMap<string, Fact>;
  /** By their first word, the longest first. */
  aliases: ReadonlyMap<string, readonly Alias[]>;
}

const keyOf = (subject: string, relation: Relation): string => `${subject}\n${relation}`;

function worldOf(facts: readonly Fact[]): World {
  const subjects = [...new Set(facts.map(({subject}) => subject))];
  const people = [...new Set(facts.filter(({relation}) => relation === "person").map(({value}) => value))];
  const aliases = new Map<string, Alias[]>();
  for (const alias of [
    ...aliasesOf(subjects).map(each => ({...each, kind: "subjects" as const})),
    ...aliasesOf(people).map(each => ({...each, kind: "person" as const}))
  ])
    getOrAdd(aliases, alias.words[0]!, () => []).push(alias);
  return {
    subjects,
    facts: new Map(facts.map(fact => [keyOf(fact.subject, fact.relation), fact])),
    aliases
  };
}

/** Names in the sentences so far. */
interface Context {
  /** The subjects named last, and all that the last sentence about any has named. */
  group: readonly string[];
  recent: readonly string[];
  person: string | null;
  /** The value stated last. */
  value: (Mention & {kind: Relation}) | null;
  named: Set<string>;
}

function mentionsIn(tokens: readonly string[], {aliases, subjects}: World, context: Context): Mention[] {
  const mentions: Mention[] = [];
  let negated = false;
  let person = context.person;
  let group = context.group;
  const add = (kind: Mention["kind"], value: string, from: number, to: number, more: Partial<Mention> = {}) => {
    mentions.push({kind, value, from, to, negated, open: false, ...more});
    return to;
  };
  const addSubjects = (names: readonly string[], from: number, to: number) => {
    group = names;
    for (const name of names) context.named.add(name);
    return add("subjects", "", from, to, {subjects: names});
  };
  /** Subjects of this sentence so far, or where these are not several, of the last one about any. */
  const recent = (): readonly string[] => {
    const names = [...new Set(mentions.flatMap(mention => mention.subjects ?? []))];
    return names.length > 1 ? names : context.recent;
  };
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!;
    if (BOUNDS.has(token)) negated = false;
    if (NEGATIONS.has(token)) negated = true;
    const alias = aliases.get(token)?.find(({words}) => words.every((word, k) => tokens[i + k] === word));
    if (alias) {
      const to = i + alias.words.length;
      if (alias.kind === "person") {
        person = alias.name;
        i = add("person", alias.name, i, to);
      } else i = addSubjects([alias.name], i, to);
      continue;
    }
    const pair = `${token}-${tokens[i + 1] ?? ""}`;
    const decision = decisionOf.get(pair) ?? decisionOf.get(token);
    const date = dateAt(tokens, i);
    if (date) i = add("date", date.value, i, date.to);
    else if (decision) i = add("decision", decision, i, i + (decisionOf.has(pair) ? 2 : 1));
    else if (/^(?:green-light|go-ahead)$/u.test(token) || pair === "green-light")
      i = add("decision", "approved", i, i + (token.includes("-") ? 1 : 2));
    else if (["he", "she", "his", "her"].includes(token) && person) i = add("person", person, i, i + 1);
    else if ((token === "it" || token === "its" || token === "this") && group.length > 0 && !isDeterminer(tokens, i))
      i = addSubjects(group, i, i + 1);
    else if (PLURALS.has(token) && recent().length > 0 && !isDeterminer(tokens, i)) i = addSubjects(recent(), i, i + 1);
    else if ((token === "former" || token === "latter") && recent().length > 1)
      i = addSubjects([recent().at(token === "former" ? 0 : -1)!], i, i + 1);
    else if (["all", "everything"].includes(token) && !mentions.some(({kind}) => kind === "subjects"))
      i = addSubjects(recent().length > 1 ? recent() : subjects, i, i + 1);
    else if (RANKS.has(token) || (token === "expensive" && tokens[i - 1] === "most"))
      i = add("ranked", String(Math.max(1, 1 + ORDINALS.indexOf(tokens[i - (token === "expensive" ? 2 : 1)] ?? ""))), i, i + 1);
    else if (
      /^(?:others|rest|remaining|else)$/u.test(token) ||
      (token === "other" && /^(?:items|projects|two|three|four|five|six)$/u.test(tokens[i + 1] ?? ""))
    ) {
      const left = subjects.filter(name => !context.named.has(name));
      i = left.length > 0 ? addSubjects(left, i, i + 1) : add("unknown", token, i, i + 1);
    } else {
      const sign = token === "€" ? 1 : 0;
      const number = numberAt(tokens, i + sign);
      if (number) {
        const hasUnit = sign === 1 || /^(?:euros?|eur|€)$/u.test(tokens[number.to] ?? "");
        const to = hasUnit && sign === 0 ? number.to + 1 : number.to;
        const before = tokens[i - 1] ?? "";
        const isAmount = hasUnit || number.value >= LEAST_AMOUNT;
        const isCompared = isAmount && COMPARED.has(tokens[to] ?? "");
        const isBounded = isAmount && BOUNDED.has(before) && !(before === "to" && !/^(?:up|close)$/u.test(tokens[i - 2] ?? ""));
        if (isBounded) add("unknown", before, i, to);
        i = add(isCompared ? "compared" : isAmount ? "amount" : "count", String(number.value), i, to, {
          open: isAmount && OPEN.has(before)
        });
      } else {
        if (/^[\p{L}]/u.test(token) && !PLAIN.has(token)) add("unknown", token, i, i + 1);
        i++;
      }
    }
  }
  return joined(mentions, tokens);
}

/** Returns whether a word such as "these" or "both" comes before the subjects that it belongs to. */
const isDeterminer = (tokens: readonly string[], i: number): boolean =>
  ["both", "this", "these"].includes(tokens[i]!) && tokens[i + 1] === "the";

const JOINTS = new Set([",", "and", "nor", "the", "as", "well", "both", "also"]);

/** Joins subjects of a list. The last one is no part of it where a verb of one subject follows. */
function joined(mentions: readonly Mention[], tokens: readonly string[]): Mention[] {
  const result: Mention[] = [];
  for (const [i, mention] of mentions.entries()) {
    const before = result.at(-1);
    const between = before ? tokens.slice(before.to, mention.from) : [];
    const next = mentions[i + 1];
    const isLast = next?.kind !== "subjects" || tokens.slice(mention.to, next.from).some(token => !JOINTS.has(token));
    const isOwn = isLast && SINGULAR.has(tokens[mention.to] ?? "") && between.includes("and");
    const isList =
      mention.kind === "subjects" &&
      before?.kind === "subjects" &&
      between.every(token => JOINTS.has(token)) &&
      !isOwn &&
      mention.subjects!.every(name => !before.subjects!.includes(name));
    if (isList) {
      before.subjects = [...before.subjects!, ...mention.subjects!];
      before.to = mention.to;
    } else result.push({...mention});
  }
  return result;
}

/** Statements of a text, and what in it is neither stated by the document nor plain. */
interface Statements {
  stated: {subject: string; relation: Relation; value: string; negated: boolean; open: boolean}[];
  invented: string[];
}

const isValue = (mention: Mention): mention is Mention & {kind: Relation} =>
  RELATIONS.some(relation => relation === mention.kind);

/** Groups of subjects that a value covers which precedes them: the next one, and those that a list adds to it. */
function coveredFrom(groups: readonly Mention[], first: number, tokens: readonly string[]): Mention[] {
  const covered = [groups[first]!];
  for (const group of groups.slice(first + 1)) {
    const before = tokens.slice(Math.max(0, group.from - 2), group.from).filter(token => token !== "the");
    const isListed = before.some(token => token === "and" || token === ",");
    if (!isListed || SINGULAR.has(tokens[group.to] ?? "") || /^(?:are|were|cost)$/u.test(tokens[group.to] ?? "")) break;
    covered.push(group);
  }
  return covered;
}

/** Groups of subjects that a value belongs to. */
function attachedTo(value: Mention, groups: readonly Mention[], tokens: readonly string[]): Mention[] {
  const nextIndex = groups.findIndex(({from}) => from >= value.to);
  const previous = groups.findLast(({to}) => to <= value.from);
  const next = groups[nextIndex];
  const between = next ? tokens.slice(value.to, next.from) : [];
  const before = tokens[value.from - 1] ?? "";
  const subject = tokens[value.from - 2] ?? "";
  const isCounted = /^(?:items?|projects?)$/u.test(subject) || values.has(subject); // "one was rejected (the clock)"
  const isLinked = next !== undefined && between.every(token => LINKS.has(token) || (isCounted && /^[(:]$/u.test(token)));
  const isPassive = !isCounted && /^(?:is|are|was|were|be|been|being|got|get|gets|not)$/u.test(before);
  const leads =
    value.kind === "person" &&
    next !== undefined &&
    !/^(?:by|under|which|that|is|was|leader)$/u.test(before) &&
    (isLinked || tokens.slice(value.to, value.to + FOUR).some(token => LEADS.has(token))) &&
    !between.some(token => /^[;:()]$/u.test(token));
  const links =
    value.kind === "person" ? leads : value.kind === "decision" ? isLinked && !isPassive : isLinked && between.length > 0;
  if (next && (links || !previous)) {
    const isHeading = value.kind === "person" || value.kind === "decision";
    return isHeading ? coveredFrom(groups, nextIndex, tokens) : [next];
  }
  return previous ? [previous] : [];
}

/** Returns whether a person does what only the council does, or leads it. */
const isMisplaced = (mention: Mention, next: Mention | undefined, tokens: readonly string[]): boolean => {
  const before = tokens.slice(Math.max(0, mention.from - FOUR), mention.from).join(" ");
  if (/\b(?:council|committee|board|meeting|town|city) (?:is|was)(?: led| headed| run)? by$/u.test(before)) return true;
  const following = tokens.slice(mention.to, mention.to + FOUR).join(" ");
  if (/^(?:also )?(?:leads?|heads?|runs?) the (?:council|committee|board|meeting|town|city)\b/u.test(following)) return true;
  if (next?.kind !== "decision" || BOUNDS.has(tokens[mention.to] ?? "")) return false;
  return tokens.slice(mention.to, next.from).every(token => /^(?:has|had|have|also|will|would|did)$/u.test(token));
};

function statementsIn(sentences: readonly string[], world: World): Statements {
  const statements: Statements = {stated: [], invented: []};
  const context: Context = {group: [], recent: [], person: null, value: null, named: new Set()};
  let heading: Mention[] = [];
  for (const sentence of sentences) {
    let carried = heading;
    const named: string[] = [];
    for (const part of sentence.split(/;|\b(?:while|whereas|whilst)\b|, but\b/u)) {
      const tokens = tokensOf(part);
      const mentions = mentionsIn(tokens, world, context);
      const groups = mentions.filter(({kind}) => kind === "subjects");
      const stated = mentions.filter(isValue);
      const isHeading = groups.length === 0 && /:\s*$/u.test(part);
      if (isHeading) heading = carried = stated;
      else {
        readPart({tokens, mentions, groups, stated, carried}, world, context, statements);
        const colon = tokens.indexOf(":");
        const first = groups[0]?.from ?? 0;
        if (colon >= 0 && colon < first) carried = stated.filter(({to}) => to <= colon);
      }
      for (const [i, mention] of mentions.entries()) {
        if (mention.kind === "unknown") statements.invented.push(mention.value);
        if (mention.kind === "person" && isMisplaced(mention, mentions[i + 1], tokens)) statements.invented.push(mention.value);
      }
      context.group = groups.at(-1)?.subjects ?? context.group;
      named.push(...groups.flatMap(({subjects}) => subjects!));
      context.value = stated.at(-1) ?? context.value;
      context.person = mentions.findLast(({kind}) => kind === "person")?.value ?? context.person;
    }
    if (named.length > 0) context.recent = [...new Set(named)];
  }
  return statements;
}

interface Part {
  tokens: readonly string[];
  mentions: readonly Mention[];
  groups: readonly Mention[];
  stated: readonly (Mention & {kind: Relation})[];
  carried: readonly Mention[];
}

function readPart({tokens, mentions, groups, stated, carried}: Part, world: World, context: Context, result: Statements): void {
  const isTotal = tokens.some(token => TOTALS.has(token));
  const hasCount = mentions.some(({kind}) => kind === "count");
  const attached = new Map<string, {group: Mention | null; values: (Mention & {kind: Relation})[]}>();
  const people = new Set(stated.flatMap(({kind, value}) => (kind === "person" ? value : [])));
  // Persons without a subject, such as one who leads another
  if (groups.length === 0 && people.size > 1 && !hasCount) result.invented.push("person");
  for (const value of stated) {
    if (isTotal && value.kind === "amount" && isSum(Number(value.value), world, groups, context)) continue;
    const owners: (Mention | null)[] =
      groups.length > 0 ? attachedTo(value, groups, tokens) : hasCount || context.group.length === 0 ? [] : [null];
    // A value of nothing that was named states nothing of a subject; amounts and dates cannot be checked then.
    if (owners.length === 0 && (value.kind === "amount" || value.kind === "date")) result.invented.push(value.value);
    for (const group of owners)
      getOrAdd(attached, `${group?.from ?? -1} ${value.kind}`, () => ({group, values: []})).values.push(value);
  }
  for (const value of carried.filter(isValue))
    for (const group of groups) getOrAdd(attached, `${group.from} ${value.kind}`, () => ({group, values: [value]}));
  for (const group of groups) {
    const before = tokens.slice(0, group.from).filter(token => token !== "the");
    const comparing = /\b(as|so|neither|nor) (?:is|was|are|were|do|does|did|will|has|have)$/u.exec(before.join(" "))?.[1];
    const hasValues = [...attached.values()].some(each => each.group === group);
    const shared = stated.findLast(({to}) => to <= group.from) ?? (stated.length === 0 ? context.value : null);
    // "A was approved, as was B": the last value is also B's. Other comparisons, and "not B", are not read.
    if (shared && (comparing === "as" || comparing === "so"))
      attached.set(`${group.from} ${shared.kind}`, {group, values: [shared]});
    else if (!hasValues && (comparing !== undefined || group.negated)) result.invented.push("not");
  }
  for (const {group, values: all} of attached.values()) {
    const subjects = group?.subjects ?? context.group;
    const isPaired = all.length === subjects.length;
    for (const [i, {kind: relation, value, negated, open}] of all.entries())
      for (const subject of isPaired ? [subjects[i]!] : subjects) result.stated.push({subject, relation, value, negated, open});
  }
  for (const {kind, value, from} of mentions) {
    const isWhole = /\bof(?: the| all| these)?$/u.test(tokens.slice(0, from).join(" "));
    if (kind === "ranked" && !isRanked(Number(value), world, groups)) result.invented.push(value);
    // "Two items were approved": the decision on as many
    const decision = stated.find(value => value.kind === "decision" && value.from >= from);
    const isOwn = decision && !isWhole && tokens.slice(from, decision.from).every(token => !BOUNDS.has(token));
    if (
      kind === "count" &&
      !isCount(Number(value), world, {groups, people: [...people], decision: isOwn ? decision.value : null}, context)
    )
      result.invented.push(value);
    if (kind === "compared" && !isDifference(Number(value), world, groups, context)) result.invented.push(value);
  }
}

const valueIn = ({facts}: World, subject: string, relation: Relation): string | undefined =>
  facts.get(keyOf(subject, relation))?.value;

const amountsOf = (world: World, subjects: readonly string[]): number =>
  subjects.reduce((sum, subject) => sum + Number(valueIn(world, subject, "amount")), 0);

function isSum(amount: number, world: World, groups: readonly Mention[], {recent}: Context): boolean {
  const names = groups.flatMap(({subjects}) => subjects!);
  if (names.length > 0) return names.length > 1 && amount === amountsOf(world, names);
  const sets = [
    world.subjects,
    recent.length > 1 ? recent : [],
    ...Object.keys(DECISIONS).map(decision => world.subjects.filter(subject => valueIn(world, subject, "decision") === decision))
  ];
  return sets.some(subjects => subjects.length > 0 && amountsOf(world, subjects) === amount);
}

/** Returns whether a number of subjects is that of those with the person and the decision next to it, or of all. */
function isCount(
  n: number,
  world: World,
  {groups, people, decision}: {groups: readonly Mention[]; people: readonly string[]; decision: string | null},
  {recent}: Context
): boolean {
  const led = world.subjects.filter(subject => people.length === 0 || people.includes(valueIn(world, subject, "person") ?? ""));
  if (decision !== null) return n === led.filter(subject => valueIn(world, subject, "decision") === decision).length;
  const required = new Set([...world.facts.values()].flatMap(fact => (fact.required ? fact.subject : []))).size;
  const names = groups.flatMap(({subjects}) => subjects!).length;
  return [names, led.length, ...(people.length === 0 ? [recent.length, required] : [])].includes(n);
}

/** Returns whether the subjects of a sentence are those that cost the most, or the one of a rank after them. */
function isRanked(rank: number, world: World, groups: readonly Mention[]): boolean {
  const names = new Set(groups.flatMap(({subjects}) => subjects!));
  const sorted = world.subjects.toSorted((a, b) => amountsOf(world, [b]) - amountsOf(world, [a]));
  return rank > 1
    ? names.size === 1 && names.has(sorted[rank - 1]!)
    : sorted.slice(0, names.size).every(subject => names.has(subject));
}

function isDifference(n: number, world: World, groups: readonly Mention[], {group}: Context): boolean {
  const [first, second] = [...(groups.length < 2 ? group : []), ...groups.flatMap(({subjects}) => subjects!)];
  if (first === undefined || second === undefined) return false;
  return Math.abs(amountsOf(world, [first]) - amountsOf(world, [second])) === n;
}

const isSame = (relation: Relation, a: string, b: string): boolean =>
  relation === "amount" ? Number(a) === Number(b.replaceAll(",", "")) : a.toLowerCase() === b.toLowerCase();

export const summary: Scoring<"summary"> = (answer, _, {facts, max_sentences, max_words}) => {
  const text = answer.trim();
  const sentences = sentencesOf(text);
  if (sentences.length === 0) return wrong({facts_kept: 0, facts_invented: 0, within_length: 1});
  const world = worldOf(facts);
  const {stated, invented} = statementsIn(sentences, world);
  const keptFacts = new Set<string>();
  let contradicted = 0;
  for (const {subject, relation, value, negated, open} of stated) {
    const known = valueIn(world, subject, relation);
    const holds = known !== undefined && isSame(relation, value, known);
    if (holds === negated) contradicted++;
    else if (holds && !open) keptFacts.add(keyOf(subject, relation));
  }
  const required = facts.filter(fact => fact.required);
  const number = required.filter(({subject, relation}) => keptFacts.has(keyOf(subject, relation))).length;
  const isShort =
    sentences.length <= (max_sentences ?? Number.POSITIVE_INFINITY) &&
    countWords(text) <= (max_words ?? Number.POSITIVE_INFINITY);
  const all = contradicted + invented.length;
  return {
    right: number === required.length && all === 0 && isShort,
    parsed: true,
    answer: text,
    answer_rule: "whole text",
    measures: {
      facts_kept: required.length === 0 ? 1 : number / required.length,
      facts_invented: all,
      within_length: isShort ? 1 : 0
    }
  };
};
