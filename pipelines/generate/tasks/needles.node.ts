// Task "needles": codes to be found in a long text, one or several, by name, by number or along a chain of variables. After RULER (Hsieh et al. 2024).

import {z} from "zod";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {amongPassages, BACKGROUND_FIELDS, backgroundFields, refusedLength} from "../background/insert.node.js";
import {numbersWhere} from "../facts/skill.js";
import {ANCHOR_ADJECTIVES, ANCHOR_NOUNS} from "../narratives/grammar/worlds.js";
import {integerParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {THINK, task} from "../task.js";

const KINDS = {
  "one value": "one code out of several, each of something with a name",
  "all values": "every code of one thing, among codes of others",
  records: "the code of a numbered record, out of several",
  variables: "all variables of a value, along a chain of assignments, beside another chain",
  "frequent codes": "the three codes that occur most often in a list; it has no background"
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

/** Tokens in which a sentence of any kind fits certainly. */
const NEEDLE_TOKENS = 40;
/** Codes asked for by "frequent codes". */
const FREQUENT = 3;

const params = z
  .strictObject({
    kind: z
      .enum(KIND_NAMES)
      .default("one value")
      .describe(
        `what is asked: ${Object.entries(KINDS)
          .map(([name, text]) => `${name} = ${text}`)
          .join("; ")}`
      ),
    needles: integerParam(
      1,
      200,
      4,
      "sentences with a code; of variables, those of each chain; of frequent codes, different codes beside the three"
    ),
    ...backgroundFields
  })
  .superRefine((given, context) => {
    const reason =
      given.kind === "frequent codes"
        ? frequentRefused(given)
        : refusedLength(given, {
            sentences: given.needles * (given.kind === "one value" || given.kind === "records" ? 1 : 2),
            each: NEEDLE_TOKENS,
            what: "codes"
          });
    if (reason !== undefined) refuse(context, reason);
  });
type NeedlesParams = z.infer<typeof params>;

export const needles = task({
  name: "needles",
  version: 2,
  summary:
    "Codes hidden in up to ten million tokens of other text: one, all of one thing, numbered records, chains of variables, the most frequent.",
  params,
  paired: BACKGROUND_FIELDS,
  generate(params, random) {
    const {text, question, form, answer} = asked(params, random);
    const head =
      "The text below holds a few codes such as KD2041, perhaps among much else that has nothing to do with them. Answer the question behind it.\n\nThis is the text.\n\n";
    const tail = `\n\nQuestion: ${question}\n${THINK} with a line of the form\nAnswer: <${form}>`;
    return {prompt: `${head}${text(head + tail)}${tail}`, expected: canonical(answer.join(", "))!, guessChance: 0};
  },
  answer: {
    literal: /(?<![\p{L}\p{N}])[A-Z]{2}\d{4}(?:(?:, | and |, and )[A-Z]{2}\d{4})*(?![\p{L}\p{N}])/giu,
    normalise: canonical
  }
});

/** Codes in capitals and in the order of the alphabet, each once; null where anything else stands among them. */
function canonical(text: string): string | null {
  const codes = text
    .trim()
    .toUpperCase()
    .split(/,? AND |, /u);
  return codes.every(code => /^[A-Z]{2}\d{4}$/u.test(code)) ? [...new Set(codes)].sort().join(", ") : null;
}

interface Asked {
  /** The text between instructions and question, given both. */
  text(outside: string): string;
  question: string;
  form: string;
  answer: string[];
}

function asked(params: NeedlesParams, random: Random): Asked {
  const {kind, needles} = params;
  const codes = different(() => codeOf(random));
  const names = different(() => `the ${random.pick(ANCHOR_ADJECTIVES)} ${random.pick(ANCHOR_NOUNS)}`);
  const among = (sentences: readonly string[], supporting: readonly number[]) => (outside: string) =>
    amongPassages(sentences, {supporting, outside, random, placed: params});
  switch (kind) {
    case "one value": {
      const own = Array.from({length: needles}, () => ({name: names(), code: codes()}));
      const place = random.integer(0, needles - 1);
      const {name, code} = own[place]!;
      return {
        text: among(
          own.map(({name, code}) => `The code of ${name} is ${code}.`),
          [place]
        ),
        question: `What is the code of ${name}?`,
        form: "code",
        answer: [code]
      };
    }
    case "all values": {
      const [name, other] = [names(), names()];
      const told = random.shuffle([
        ...Array.from({length: needles}, () => ({of: name, code: codes()})),
        ...Array.from({length: needles}, () => ({of: other, code: codes()}))
      ]);
      const own = numbersWhere(told, ({of}) => of === name);
      return {
        text: among(
          told.map(({of, code}) => `One of the codes of ${of} is ${code}.`),
          own
        ),
        question: `What are all codes of ${name}?`,
        form: "codes, separated by commas",
        answer: own.map(i => told[i]!.code)
      };
    }
    case "records": {
      const own = Array.from({length: needles}, () => ({key: codes(), code: codes()}));
      const place = random.integer(0, needles - 1);
      return {
        text: among(
          own.map(({key, code}) => `Record ${key} holds ${code}.`),
          [place]
        ),
        question: `What does record ${own[place]!.key} hold?`,
        form: "code",
        answer: [own[place]!.code]
      };
    }
    case "variables": {
      const values = different(() => String(random.integer(10_000, 99_999)));
      const chains = [0, 1].map(() => {
        const value = values();
        const variables = Array.from({length: needles}, codes);
        return {
          value,
          variables,
          told: variables.map((name, i) => `Variable ${name} = ${i === 0 ? value : `variable ${variables[i - 1]!}`}.`)
        };
      });
      const [first, second] = chains as [(typeof chains)[number], (typeof chains)[number]];
      // The two chains are told in turns by chance, each in its own order.
      const whose = random.shuffle([...Array.from({length: needles}, () => 0), ...Array.from({length: needles}, () => 1)]);
      const next = [0, 0];
      const told = whose.map(chain => [first, second][chain]!.told[next[chain]!++]!);
      return {
        text: among(
          told,
          numbersWhere(whose, chain => chain === 0)
        ),
        question: `Which variables have the value ${first.value}?`,
        form: "names of variables, separated by commas",
        answer: first.variables
      };
    }
    case "frequent codes": {
      const frequent = Array.from({length: FREQUENT}, codes);
      const others = Array.from({length: needles}, codes);
      return {
        text: outside => listOf({frequent, others}, params, {outside, random}),
        question: `Which ${FREQUENT} codes occur most often in the list?`,
        form: "codes, separated by commas",
        answer: frequent
      };
    }
  }
}

const codeOf = (random: Random): string => {
  const letter = () => String.fromCharCode(65 + random.integer(0, 25));
  return `${letter()}${letter()}${String(random.integer(0, 9999)).padStart(4, "0")}`;
};

/** Draws that never repeat. */
function different(draw: () => string): () => string {
  const seen = new Set<string>();
  return () => {
    let value = draw();
    while (seen.has(value)) value = draw();
    seen.add(value);
    return value;
  };
}

/** How often the three occur for each time that one of the others does. */
const TIMES = 3;
/** Times that the others occur where no length is asked for. */
const OTHER_TIMES = 2;
/** Rounds of the list whose tokens are counted, so that what is lost at their ends does not matter. */
const COUNTED_ROUNDS = 20;
/** Most tokens of a code with the comma behind it. */
const CODE_TOKENS = 8;

/** A list of codes in any order, as long as is asked for; the three occur `TIMES` as often as each of the others. */
function listOf(
  {frequent, others}: {frequent: string[]; others: string[]},
  {context_tokens, tokenizer}: NeedlesParams,
  {outside, random}: {outside: string; random: Random}
): string {
  const round = [...others, ...frequent.flatMap(code => Array.from({length: TIMES}, () => code))];
  const count = tokenCounter(tokenizer);
  const each = count(Array.from({length: COUNTED_ROUNDS}, () => round.join(", ")).join(", ")) / COUNTED_ROUNDS;
  const wanted = context_tokens - count(outside);
  const rounds = context_tokens === 0 ? OTHER_TIMES : Math.max(1, Math.round(wanted / each));
  return `${random.shuffle(Array.from({length: rounds}, () => round).flat()).join(", ")}.`;
}

/** Why a list of codes cannot have this length; a round of all of them must be small beside it. */
function frequentRefused({context_tokens, needles}: {context_tokens: number; needles: number}): string | undefined {
  const least = 100 * Math.ceil(((needles + TIMES * FREQUENT) * CODE_TOKENS * 25) / 100);
  return context_tokens > 0 && context_tokens < least
    ? `context_tokens ${context_tokens} is too few for a list of ${needles + FREQUENT} codes; give ${least} or more, fewer needles, or 0`
    : undefined;
}
