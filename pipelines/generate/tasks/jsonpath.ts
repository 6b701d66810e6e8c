// Task "jsonpath": the value that a path leads to in a JSON document.

import {z} from "zod";
import {integerParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

// Member names and text values of generated JSON documents.

/** Names of members. Their number is a power of two. */
const KEYS: readonly string[] =
  `account address agent alias amount archive area asset author badge basket batch bay board branch budget bundle
cargo carrier case catalog channel city client cluster code color column config contact contract corner cost
count country courier crate credit crew customer date deck delivery depot desk detail device dock driver duty
entry event exit factor family field file filter fleet floor folder frame gate grade`.split(/\s+/u);

/** First parts of text values such as cedar-417. None is also a member's name. */
const STEMS: readonly string[] =
  `amber birch cedar coral delta ember fjord grove hazel indigo jade kelp lilac maple nectar onyx pearl quartz
raven slate tulip umber violet willow yarrow zephyr basil cobalt dune elm fern garnet`.split(/\s+/u);

/** Probability that a member off the path is a container rather than a value; otherwise documents would grow exponentially with depth. */
const BRANCHING = 0.4;
/** Probability that a container is a list, whose elements are addressed by position. */
const LIST = 0.25;

const params = z
  .strictObject({
    depth: integerParam(1, 40, 4, "steps in each path"),
    width: integerParam(2, 24, 4, "members of each object or list on the path"),
    hops: integerParam(0, 12, 0, "references to be followed: values that are themselves the path to go on with"),
    indent: integerParam(0, 8, 2, "spaces by which nested lines are indented; 0 = all on one line")
  })
  .superRefine(({width, hops}, context) => {
    if (hops < width) return;
    refuse(
      context,
      `hops ${hops} needs ${hops + 1} members at the root, more than width ${width}; raise width to ${hops + 1} or lower hops to ${width - 1}`,
      "hops"
    );
  });

/**
 * Members with their names; for a list, null in place of the names. Nodes are not JavaScript objects, because so many object shapes would
 * take most of the time.
 */
interface Container {
  names: readonly string[] | null;
  members: readonly Json[];
}
type Json = string | number | Container;

export const jsonpath = task({
  name: "jsonpath",
  version: 1,
  summary: "The value at the end of a path through nested JSON, with references to other paths on the way.",
  params,
  generate({depth, width, hops, indent}, random) {
    const taken = new Set<string | number>();
    const value = () => {
      for (;;) {
        const drawn = random.chance(0.5) ? random.integer(1000, 99_999) : `${random.pick(STEMS)}-${random.integer(100, 999)}`;
        if (taken.has(drawn)) continue;
        taken.add(drawn);
        return drawn;
      }
    };
    let answer: string | number = "";
    // Each path has its own branch of the root: the last one ends in the answer, each other one ends in the text of the next path. A
    // document uses few names, so that most of them occur in many places and only the whole path identifies a member.
    const names = firstOf(KEYS, vocabularyOf(width), random);
    const keys = names.slice(0, width);
    const spines = random.shuffle(keys).slice(0, hops + 1);
    const paths: string[] = [];
    const built = new Map<string, Json>();
    for (let i = hops; i >= 0; i--) {
      const key = spines[i]!;
      const end = i === hops ? (answer = value()) : paths.at(-1)!;
      const {json, path} = spine(depth - 1, end);
      built.set(key, json);
      paths.push(`$.${key}${path}`);
    }
    const root: Container = {names: keys, members: keys.map(key => built.get(key) ?? off(depth - 1))};
    const text = written(root, indent === 0 ? null : " ".repeat(indent), "\n");
    const rule =
      hops === 0
        ? ""
        : " Where the value there is a text that begins with $, it is the path to go on with, again from the root, until a value is reached that is no path.";
    const expression = `${text}\n\nPath: ${paths.at(-1)}`;
    const prompt = `Follow the path through this JSON document. $ is the root, .name steps to a member of an object by its name, and [2] steps to an element of a list, counted from [0].${rule}

${expression}

Think it through, then finish with a line that holds only the value found, without quotation marks:
Answer: <value>`;
    return {prompt, expected: String(answer), guessChance: 1 / taken.size, expression};

    /** A container with `width` members, one of which leads on to the end of the path. */
    function spine(left: number, end: string | number): {json: Json; path: string} {
      if (left === 0) return {json: end, path: ""};
      const inner = spine(left - 1, end);
      const at = random.integer(0, width - 1);
      const members = Array.from({length: width}, (_, i) => (i === at ? inner.json : off(left - 1)));
      const json = contain(members);
      return {json, path: `${json.names ? `.${json.names[at]}` : `[${at}]`}${inner.path}`};
    }

    function off(left: number): Json {
      if (left <= 0 || !random.chance(BRANCHING)) return value();
      const members: Json[] = [];
      for (let more = random.integer(2, width); more > 0; more--) members.push(value());
      return contain(members);
    }

    function contain(members: Json[]): Container {
      if (random.chance(LIST)) return {names: null, members};
      const from = random.integer(0, names.length - 1);
      const step = 2 * random.integer(0, names.length / 2 - 1) + 1;
      return {names: members.map((_, i) => names[(from + i * step) % names.length]!), members};
    }
  },
  answer: {
    literal: /(?<![\p{L}\p{N}_$.-])(?:[a-z]+-\d{3}|-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?![\p{L}\p{N}_]|-\p{L})/giu,
    normalise(text) {
      const plain = text.trim().toLowerCase();
      if (/^[a-z]+-\d{3}$/u.test(plain)) return plain;
      const match = /^0*(\d+)(?:\.0*)?$/u.exec(plain.replaceAll(",", ""));
      return match ? match[1]! : null;
    }
  }
});

/** `count` elements of a list, shuffled; draws only for those elements (Fisher–Yates from the front). */
function firstOf(list: readonly string[], count: number, random: Random): string[] {
  const copy = [...list];
  for (let i = 0; i < count; i++) {
    const j = random.integer(i, copy.length - 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy.slice(0, count);
}

/**
 * Number of names in a document: a power of two, about twice the number of members of an object, so that odd steps through the names visit
 * each of them once.
 */
const vocabularyOf = (width: number) => Math.min(KEYS.length, 2 ** Math.ceil(Math.log2(2 * width)));

/**
 * JSON text as `JSON.stringify` writes it; no name or text in it needs escapes.
 * @param indent null writes everything on one line
 */
function written(json: Json, indent: string | null, line: string): string {
  if (typeof json === "number") return String(json);
  if (typeof json === "string") return `"${json}"`;
  const {names, members} = json;
  const inner = indent === null ? "" : line + indent;
  const colon = indent === null ? '":' : '": ';
  let text = names ? "{" : "[";
  for (let i = 0; i < members.length; i++) {
    text += i > 0 ? `,${inner}` : inner;
    if (names) text += `"${names[i]}${colon}`;
    text += written(members[i]!, indent, inner);
  }
  return `${text}${indent === null ? "" : line}${names ? "}" : "]"}`;
}
