// Simulated narrators: one tells stories rightly by the grammar's sentences, and one has each fault that models have. The right one also
// judges scenes.
import {OPERATION_NAMES, type Operation, resultOf} from "../../generate/lists/operations.js";
import {type Grammar, grammarOf, type Phrase, Telling, tell} from "../../generate/narratives/grammar/compile.js";
import {OPERATION_PHRASES, operationIn} from "../../generate/narratives/grammar/operations.js";
import {ANCHOR_ADJECTIVES, ANCHOR_NOUNS, GENRES, type Genre, QUIRKS} from "../../generate/narratives/grammar/worlds.js";
import {RULES} from "../../generate/narratives/make.js";
import {type Random, randomOf} from "../../generate/seed.js";
import {inWords} from "../../generate/words/numbers.js";
import {type PartRequest, partAskedIn} from "../narrating.js";
import {fencedIn} from "./judge.node.js";
import {tokensOf} from "./wire.js";

/** What each narrator does wrong, by its id. */
const FAULTS = {
  narrator: "nothing",
  "narrator-markdown": "puts scenes into markdown, with an announcement",
  "narrator-numbers": "adds numbers to scenes",
  "narrator-leak": "states the result of a scene",
  "narrator-cut": "ends in the middle of a scene, as a broken connection does",
  "narrator-names": "leaves a person out of the world",
  "narrator-empty": "says nothing where a scene is asked for",
  "narrator-stubborn": "leaves a number out of each scene, whatever it is told"
} as const;
type NarratorId = keyof typeof FAULTS;

export interface SimulatedNarrator {
  id: NarratorId;
  owned_by: string;
}

export const narrators: readonly SimulatedNarrator[] = Object.entries(FAULTS).map(([id, fault]) => ({
  id: id as NarratorId,
  owned_by: `simulated narrator, wrong: ${fault}`
}));

interface NarratorReply {
  text: string;
  /** Whether the connection breaks within the text. */
  cut: boolean;
}

/**
 * The reply of a narrator; equal prompts and contexts get equal ones.
 * @param context everything else that the reply may depend on
 */
export function narratorReply({id}: SimulatedNarrator, prompt: string, context = ""): NarratorReply {
  const verdict = verdictOn(prompt);
  if (verdict !== null) return {text: verdict, cut: false};
  const request = partAskedIn(prompt);
  if (!request)
    return {text: "I am a simulated narrator and tell nothing but the parts of stories that I am asked for.", cut: false};
  const random = randomOf(JSON.stringify([id, context, prompt]));
  const text = told(id === "narrator-stubborn" ? withoutOne(request) : request, random);
  if (request.part === "world" && id === "narrator-names") {
    const world = JSON.parse(text);
    return {text: JSON.stringify({...world, characters: world.characters.slice(1)}), cut: false};
  }
  return request.part === "beat" ? faulty(id, text, request) : {text, cut: false};
}

/** A scene with the narrator's fault. */
function faulty(id: NarratorId, text: string, {figures, results, rule}: Extract<PartRequest, {part: "beat"}>): NarratorReply {
  switch (id) {
    case "narrator-markdown":
      return {text: `Here is the scene:\n\n**${text}**`, cut: false};
    case "narrator-numbers":
      return {text: `${text} Forty gulls sat on the roof, and it was almost five o'clock.`, cut: false};
    case "narrator-leak": {
      if (results.length > 0) return {text, cut: false}; // whose values nobody has told it
      return {text: `${text} It came to ${resultOf(operationOf(rule), figures)}.`, cut: false};
    }
    case "narrator-empty":
      return {text: "", cut: false};
    default:
      return {text, cut: id === "narrator-cut"};
  }
}

const withoutOne = (request: PartRequest): PartRequest =>
  request.part === "beat" ? {...request, figures: request.figures.slice(1)} : request;

/** The operation of a rule. */
const operationOf = (rule: string): Operation => OPERATION_NAMES.find(name => RULES[name] === rule) ?? "SUM";

/** A verdict on a scene: whether it has a phrase of the grammar for the operation, and no other. Null for any other prompt. */
function verdictOn(prompt: string): string | null {
  const between = fencedIn(prompt);
  const [operation, scene] = [between?.("operation"), between?.("scene")];
  if (operation == null || scene == null) return null;
  const rule = /^The rule: (.*)\.$/mu.exec(operation)?.[1] ?? "";
  return JSON.stringify({verdict: operationIn(scene) === operationOf(rule) ? "yes" : "no"});
}

const wordsIn = (text: string): number => text.split(/\s+/u).length;

function told(request: PartRequest, random: Random): string {
  switch (request.part) {
    case "world":
      return worldOf(request, random);
    case "anchors": {
      const names = new Set<string>();
      while (names.size < Math.min(request.count, ANCHOR_ADJECTIVES.length * ANCHOR_NOUNS.length))
        names.add(`the ${random.pick(ANCHOR_ADJECTIVES)} ${random.pick(ANCHOR_NOUNS)}`);
      return JSON.stringify([...names]);
    }
    case "question": {
      const grammar = grammarOf(GENRES[0]!, tokensOf);
      return sentences(grammar, random, new Map()).say("questions", [["anchor", [grammar.phrase(request.name)]]]);
    }
    default:
      return proseOf(request, random);
  }
}

function worldOf({names, genre}: Extract<PartRequest, {part: "world"}>, random: Random): string {
  const {id, settings, roles, objects} = genreOf(genre, random);
  const [one, many] = random.pick(objects);
  const [own, quirks] = [random.shuffle(roles), random.shuffle(QUIRKS)];
  return JSON.stringify({
    genre: id,
    setting: random.pick(settings),
    characters: names.map((name, i) => ({name, role: own[i % own.length], quirk: quirks[i % quirks.length]})),
    object: {one, many}
  });
}

const genreOf = (named: string | undefined, random: Random): Genre =>
  GENRES.find(({id}) => id === named) ?? random.pick(GENRES.filter(({voice}) => voice === "prose"));

/** Introductions, scenes and padding, of about as many words as are asked for. */
function proseOf(request: Extract<PartRequest, {part: "introduction" | "beat" | "padding"}>, random: Random): string {
  const {world, words} = request;
  const genre = genreOf(world.genre, random);
  const grammar = grammarOf(genre, tokensOf);
  const [who, who2 = who] = random.shuffle(world.characters).map(({name}) => [grammar.phrase(name)]);
  const {say} = sentences(grammar, random, new Map(Object.entries({who: who!, who2: who2!})));
  const fill = (before: string[], most: number): string[] => {
    const text = [...before];
    for (let next = say("padding"); wordsIn([...text, next].join(" ")) <= most; next = say("padding")) text.push(next);
    return text;
  };
  if (request.part === "padding") {
    const text = fill([], words);
    return (text.length > 0 ? text : [say("padding")]).join(grammar.between);
  }
  if (request.part === "introduction") {
    const people = world.characters.map(({name, role, quirk}) => `There was ${name}, the ${role}, who ${quirk}.`);
    const text = [
      `This was in ${world.setting}.`,
      `What was reckoned there were ${world.object.many}, and each result had a name of its own.`
    ];
    for (const person of people) if (wordsIn([...text, person].join(" ")) <= words) text.splice(-1, 0, person);
    return text.join(" ");
  }
  const {figures, results, rule, name} = request;
  const {one, many} = world.object;
  const core = [
    ...figures.map(value => {
      const written = value < 100 && random.chance(0.5) ? inWords(value) : String(value);
      return say("counts", [["n", [grammar.phrase(`${written} ${value === 1 ? one : many}`)]]]);
    }),
    ...results.map(result => say("known", [["anchor", [grammar.phrase(result)]]])),
    say("rules", [["op", [grammar.phrase(random.pick(OPERATION_PHRASES[operationOf(rule)]))]]]),
    say("namings", [["anchor", [grammar.phrase(name)]]])
  ];
  const room = words - wordsIn(core.join(" "));
  return [...(room > 12 ? fill([say("scenes")], room) : []), ...core].join(grammar.between);
}

/** Says sentences of a grammar about two people. */
function sentences(grammar: Grammar, random: Random, scene: ReadonlyMap<string, Phrase[]>) {
  return {
    say(set: keyof Grammar["sentences"], given: [string, Phrase[]][] = []): string {
      const into = new Telling();
      tell(random.pick(grammar.sentences[set]), {grammar, given: new Map([...scene, ...given]), random, into});
      return into.toString();
    }
  };
}
