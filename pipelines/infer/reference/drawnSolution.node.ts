// Solutions of items whose right answer is known: whether a model gets one right is drawn from its ability, the item's difficulty and the
// model's gap in the item's domain. No answer is worked out, so that the difficulty of each item is known.
import {createHash} from "node:crypto";
import {letterOf} from "../../book/letters.js";
import type {Random} from "../../generate/seed.js";
import type {Test} from "../../generate/task.js";
import {logistic} from "./logistic.js";
import {mindOf} from "./mind.js";
import {domainGap, type SimulatedModel} from "./roster.js";
import type {Solution} from "./solve/solver.js";

/** Difficulty of the highest level; that of the lowest is as far below 0, the difficulty of items without a level. */
const RANGE = 1.8;
const DISCRIMINATION = 1.5;
/** Chance that a model that does not know a fact says so, rather than something else. */
const ADMITS = 0.4;
const UNKNOWN = "unknown";
/** Chance that a model that does not get a question right does what an instruction in its material says. */
const FOLLOWS = 0.5;
/** Categories whose picture is withheld are guessed. */
const WITHHELD = /, image withheld$/u;

/**
 * Returns the probability that a model gets an item right: 3PL with the item's chance of guessing as its lower asymptote.
 * @returns 0 to 1
 */
export function solvingProbability(model: Pick<SimulatedModel, "id" | "ability">, test: Test): number {
  const {guess_chance, difficulty = 0.5, domain = "", category = ""} = test;
  if (WITHHELD.test(category)) return guess_chance;
  const ability = model.ability + domainGap(model.id, domain);
  const easiness = ability - RANGE * (2 * difficulty - 1);
  return guess_chance + (1 - guess_chance) * logistic(DISCRIMINATION * easiness);
}

/** Draws whether a model gets an item right, and returns its answer; null where its scorer reads no answer in words. */
export function drawSolution(model: SimulatedModel, test: Test, random: Random): Solution | null {
  const chance = solvingProbability(model, test);
  const isRight = random.chance(chance);
  const answer = answerTo(test, {isRight, random});
  if (answer === null) return null;
  const isConfidence = test.scorer?.kind === "confidence";
  return {
    steps: [
      `The question is about ${test.category ?? "something"}`,
      isRight ? "I can work it out" : "I am not sure of each step"
    ],
    answer,
    chance,
    ...(isConfidence && {confidence: mindOf(model.faculties, random).confidence(chance)}),
    ...(WHOLE.has(test.scorer?.kind) ? {whole: true} : {label: labelIn(test.prompt)})
  };
}

/** Kinds of scorers that score the whole response, which then has no label. */
const WHOLE: ReadonlySet<string | undefined> = new Set(["code", "sql", "summary"]);

/** The words that a question wants in front of the answer: "Réponse : " of "Réponse : <chiffres>". */
const labelIn = (prompt: string): string =>
  prompt
    .split("\n")
    .map(line => /^(\p{L}[^<:：]{0,30}[:：]\s?)\(?<[^<>]+>\)?$/u.exec(line.trim())?.[1])
    .findLast(label => label !== undefined && !/^Confidence/u.test(label)) ?? "Answer: ";

/** The scorer of the answer itself. */
const scorerOf = ({scorer}: Test) => (scorer?.kind === "confidence" || scorer?.kind === "injection" ? scorer.of : scorer);

function answerTo(test: Test, {isRight, random}: {isRight: boolean; random: Random}): string | null {
  const {expected, choices} = test;
  const scorer = scorerOf(test);
  if (scorer?.kind === "code") return programOf(scorer, isRight);
  if (scorer?.kind === "sql") return queryOf(expected, isRight);
  if (scorer?.kind === "summary") return summaryOf(scorer, isRight);
  if (expected === "") return null;
  if (isRight) return expected;
  if (test.scorer?.kind === "injection" && test.scorer.answers.length > 0 && random.chance(FOLLOWS))
    return test.scorer.answers[0]!;
  if (choices && scorer?.kind === "choice")
    return random.pick(choices.map((_, i) => letterOf(i)).filter(letter => letter !== expected));
  if (scorer?.kind === "fact") {
    if (scorer.entity === "fabricated")
      return `${random.pick(["Northern", "Old", "Great"])} ${random.pick(["Dollar", "Haven", "Mark"])}`;
    if (random.chance(ADMITS)) return UNKNOWN;
  }
  return otherValue(expected, random);
}

const OPPOSITE: Readonly<Record<string, string>> = {
  True: "False",
  False: "True",
  yes: "no",
  no: "yes",
  valid: "invalid",
  invalid: "valid"
};

/** A value of the same form as the right one: a list in another order, another number, or other letters. */
function otherValue(value: string, random: Random): string {
  const opposite = OPPOSITE[value];
  if (opposite) return opposite;
  const parts = value.split(", ");
  if (new Set(parts).size > 1) {
    const [first, ...rest] = parts;
    return parts.length === 2 ? [...rest, first].join(", ") : [rest[0]!, first!, ...rest.slice(1)].join(", ");
  }
  const numbers = [...value.matchAll(/\d+/gu)];
  const number = numbers.at(-1);
  if (number) {
    const digits = number[0];
    const other = String(Math.abs(Number(digits) + random.pick([-3, -2, -1, 1, 2, 3]))).padStart(digits.length, "0");
    const changed = other === digits ? `${digits}1` : other;
    return value.slice(0, number.index) + changed + value.slice(number.index + digits.length);
  }
  const characters = [...value];
  const differs = characters.findIndex((character, i) => i > 0 && character !== characters[i - 1]);
  if (differs < 0) return `${value}${value}`;
  [characters[differs - 1], characters[differs]] = [characters[differs]!, characters[differs - 1]!];
  return characters.join("");
}

type Code = Extract<NonNullable<Test["scorer"]>, {kind: "code"}>;

/** A program in Python that knows its results by digests of the arguments; a wrong one does not know the first. Null in other languages. */
function programOf({language, entry_point, cases}: Code, isRight: boolean): string | null {
  if (language !== "python" || !entry_point || cases.length === 0) return null;
  const results = cases.map(({arguments: values, result}, i) => [
    createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16),
    i === 0 && !isRight ? null : result
  ]);
  const table = JSON.stringify(JSON.stringify(Object.fromEntries(results)));
  return fence(
    language,
    `import hashlib, json\n\n# A simulated model: no method, but results by the digest of the arguments.\nRESULTS = json.loads(${table})\n\n\ndef ${entry_point}(*arguments):\n    text = json.dumps(list(arguments), separators=(",", ":"), ensure_ascii=False)\n    return RESULTS.get(hashlib.sha256(text.encode()).hexdigest()[:16])`
  );
}

/** A query that reads no table, but lists the rows that it knows; a wrong one has the first twice. */
function queryOf(expected: string, isRight: boolean): string {
  const literal = (value: unknown): string =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : value === null ? "null" : String(value);
  const rows = (JSON.parse(expected) as unknown[][]).map(row => `(${row.map(literal).join(", ")})`);
  const listed = isRight ? rows : [rows[0]!, ...rows];
  return fence("sql", `-- A simulated model: no method, but the rows.\nSELECT * FROM (VALUES ${listed.join(", ")}) AS known`);
}

type Summary = Extract<NonNullable<Test["scorer"]>, {kind: "summary"}>;

/** How a summary of a simulated model states a value. */
const STATEMENTS: Readonly<Record<Summary["facts"][number]["relation"], (value: string) => string>> = {
  person: value => `led by ${value}`,
  decision: value => value,
  amount: value => `${value} euros`,
  date: value => `start on ${value}`
};

/** One sentence with the required facts; a wrong one misses the last. */
function summaryOf({facts}: Summary, isRight: boolean): string {
  const required = facts.filter(fact => fact.required);
  const stated = isRight ? required : required.slice(0, -1);
  const parts = [...new Set(stated.map(({subject}) => subject))].map(subject => {
    const facts = stated.filter(fact => fact.subject === subject);
    return [`the ${subject}`, ...facts.map(({relation, value}) => STATEMENTS[relation](value))].join(", ");
  });
  return `${parts.join("; ")}.`;
}

const fence = (language: string, program: string): string => `\`\`\`${language}\n${program}\n\`\`\``;
