// Reads short facts about people, places and things out of a text, wherever they stand in it. Knows sentences, not who wrote them.

/** What one sentence says. */
export type Statement =
  | {kind: "went"; who: string[]; place: string; time: string | undefined}
  | {kind: "in"; who: string; places: string[]; not: boolean}
  | {kind: "took" | "dropped"; who: string; thing: string}
  | {kind: "gave"; who: string; thing: string; to: string}
  | {kind: "beside"; one: string; other: string; direction: string}
  | {kind: "larger"; large: string; small: string}
  | {kind: "fears"; animal: string; feared: string}
  | {kind: "isKind"; who: string; animal: string}
  | {kind: "is"; who: string; what: string}
  | {kind: "goes"; who: string; place: string};

const NAME = "[A-Z][a-z]+";
const WORD = "[a-z]+";
const TIME = "yesterday|this morning|this afternoon|this evening";
const GROUP = `${NAME}(?: and ${NAME})?`;

/** Each kind of sentence as a pattern with what it says; pronouns mean the people of the sentence before. */
const PATTERNS: [RegExp, (found: readonly string[], before: readonly string[]) => Statement][] = [
  [
    new RegExp(`^(?:(${TIME}) )?(${GROUP}) (?:went|walked|hurried|moved) to the (${WORD})(?: (${TIME}))?$`, "iu"),
    ([, early, who, place, late]) => ({
      kind: "went",
      who: who!.split(" and "),
      place: place!,
      time: (early ?? late)?.toLowerCase()
    })
  ],
  [
    new RegExp(`^(?:Then|After that|Later) (?:she|he|they) (?:went|walked|hurried|moved) to the (${WORD})$`, "u"),
    ([, place], before) => ({kind: "went", who: [...before], place: place!, time: undefined})
  ],
  [new RegExp(`^(${NAME}) goes to the (${WORD})$`, "u"), ([, who, place]) => ({kind: "goes", who: who!, place: place!})],
  [
    new RegExp(`^(${NAME}) is either in the (${WORD}) or in the (${WORD})$`, "u"),
    ([, who, one, other]) => ({kind: "in", who: who!, places: [one!, other!], not: false})
  ],
  [
    new RegExp(`^(${NAME}) is (not |no longer )?in the (${WORD})$`, "u"),
    ([, who, not, place]) => ({kind: "in", who: who!, places: [place!], not: not !== undefined})
  ],
  [
    new RegExp(`^(${NAME}) (?:picked up|took|grabbed) the (${WORD})$`, "u"),
    ([, who, thing]) => ({kind: "took", who: who!, thing: thing!})
  ],
  [
    new RegExp(`^(${NAME}) (?:put down|left|dropped) the (${WORD})$`, "u"),
    ([, who, thing]) => ({kind: "dropped", who: who!, thing: thing!})
  ],
  [
    new RegExp(`^(${NAME}) (?:gave|handed|passed) the (${WORD}) to (${NAME})$`, "u"),
    ([, who, thing, to]) => ({kind: "gave", who: who!, thing: thing!, to: to!})
  ],
  [
    new RegExp(`^The (${WORD}) is (north|south|east|west) of the (${WORD})$`, "u"),
    ([, one, direction, other]) => ({kind: "beside", one: one!, direction: direction!, other: other!})
  ],
  [
    new RegExp(`^The (${WORD} ${WORD}) is (above|below|to the left of|to the right of) the (${WORD} ${WORD})$`, "u"),
    ([, one, direction, other]) => ({kind: "beside", one: one!, direction: direction!, other: other!})
  ],
  [
    new RegExp(`^The (${WORD}) fits inside the (${WORD})$`, "u"),
    ([, small, large]) => ({kind: "larger", small: small!, large: large!})
  ],
  [
    new RegExp(`^The (${WORD}) is bigger than the (${WORD})$`, "u"),
    ([, large, small]) => ({kind: "larger", small: small!, large: large!})
  ],
  [
    new RegExp(`^Every (${WORD}) is afraid of every (${WORD})$`, "u"),
    ([, animal, feared]) => ({kind: "fears", animal: animal!, feared: feared!})
  ],
  [new RegExp(`^(${NAME}) is an? (${WORD})$`, "u"), ([, who, animal]) => ({kind: "isKind", who: who!, animal: animal!})],
  [new RegExp(`^(${NAME}) is (${WORD})$`, "u"), ([, who, what]) => ({kind: "is", who: who!, what: what!})]
];
/** No fact is longer, characters. */
const LONGEST = 120;

/** A statement with the sentence that makes it, without its full stop, and its place in the text, 0…1. */
export type Found = Statement & {sentence: string; depth: number};

/** All statements of a text, in its order. */
export function statementsIn(text: string): Found[] {
  const found: Found[] = [];
  let before: readonly string[] = [];
  for (const match of text.matchAll(/[^.!?\n]+(?=\.)/gu)) {
    const sentence = match[0].trim();
    if (sentence.length > LONGEST) continue;
    for (const [pattern, says] of PATTERNS) {
      const parts = pattern.exec(sentence);
      if (!parts) continue;
      const statement = says(parts, before);
      if (statement.kind === "went") before = statement.who;
      found.push({...statement, sentence, depth: match.index / text.length});
      break;
    }
  }
  return found;
}
