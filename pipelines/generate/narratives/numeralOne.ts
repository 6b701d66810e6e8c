// The word "one": a count, or a pronoun or an idiom that counts nothing.
import {type Word, wordAfter, wordAt, wordBefore} from "./neighbours.js";
import {numeralWords} from "./numeralWords.js";

/** What the word is; where the rules cannot tell it is a cardinal and not certain. */
export interface One {
  kind: "cardinal" | "pronoun";
  certain: boolean;
}

const PRONOUN: One = {kind: "pronoun", certain: true};
const COUNT: One = {kind: "cardinal", certain: true};
const UNCLEAR: One = {kind: "cardinal", certain: false};

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Before "one" they make a pronoun of it, whatever follows. */
const DISTRIBUTING = set("no any every each");
/** Before "one" they make a pronoun of it unless a noun follows. */
const POINTING = set(
  `the this that which some such another other many loved old young little good bad big small tall short new right wrong same only
  last next first whole best worst better worse larger smaller bigger lesser greater lowest highest largest smallest biggest lucky poor
  dear red blue green black white grey brown yellow silver golden dark pale broken empty full heavy light lone`
);
/** Behind "one" they make a pronoun of it. */
const OF_PRONOUN = set("of another by who whom whose that which");
/** Verbs whose subject a pronoun "one" is. */
const VERBS = set(
  `must could should can would might may will shall is was has had does did never always knows knew feels felt thinks thought sees saw
  hears heard says said cannot ought needs wants learns supposes imagines expects forgets remembers gets goes comes seems`
);
/** Nouns with which "one" sets a time or singles somebody out, more often than it counts. */
const SINGLING = set(
  `day days morning evening night afternoon moment time summer winter spring autumn fall dawn week month year sunday monday tuesday
  wednesday thursday friday saturday man woman boy girl person fellow thing side hand end way point part eye foot arm leg ear word glance
  look corner last final single such voice reason instant more less accord fine cold hot rainy foggy stormy bright quiet`
);
/** Function words: behind "one" they show that no noun follows. */
const FUNCTION = set(
  `in on at to for from with without into onto over under above below behind beside between among across along around after before
  since until till through during about against upon off out up down as and or but nor so yet if when while because than then though
  although where whenever the a an his her its their our your my this these those he she it they we you i him them us me there here
  too also again alone only still now just even soon later once perhaps maybe not are were be been being have do per apiece each
  out away back forward home ago like unlike except plus minus times`
);
/** Before "one" they make a label or an idiom of it. */
const LABELLING = set("number day year square chapter room page at as");

/**
 * Reads the word at a place by what stands beside it.
 * @param afterNumber whether another number comes before, as in "nine, two and one"
 */
export function oneAt(text: string, {start, end}: Word, {afterNumber}: {afterNumber: boolean}): One {
  const sign = text.charCodeAt(end);
  if ((sign === 39 || sign === 0x2019) && wordAt(text, end + 1)?.text.startsWith("s")) return PRONOUN;
  const before = wordBefore(text, start)?.text ?? "";
  if (DISTRIBUTING.has(before)) return PRONOUN;
  const after = wordAfter(text, end);
  const next = after?.text ?? "";
  if (OF_PRONOUN.has(next) || VERBS.has(next)) return PRONOUN;
  const isNoun = after !== null && !FUNCTION.has(next) && !numeralWords.has(next);
  if (POINTING.has(before)) return isNoun ? UNCLEAR : PRONOUN;
  if (afterNumber || beforeNumber(text, end)) return COUNT;
  if (!isNoun || LABELLING.has(before)) return UNCLEAR;
  if (next === "more" || next === "extra" || next === "further") {
    const noun = wordAfter(text, after.end)?.text ?? "";
    return noun === "" || FUNCTION.has(noun) || SINGLING.has(noun) ? UNCLEAR : COUNT;
  }
  return SINGLING.has(next) ? UNCLEAR : COUNT;
}

const NEXT_OF_LIST = /\s{0,3}(?:[,;]\s{1,3}(?:(?:and|then)\s{1,3})?|(?:and|then|plus)\s{1,3})(?:-?\d|(\p{L}{3,9}))/uy;

/** Whether a list goes on with another number. */
function beforeNumber(text: string, at: number): boolean {
  NEXT_OF_LIST.lastIndex = at;
  const match = NEXT_OF_LIST.exec(text);
  if (!match) return false;
  if (match[1] === undefined) return true;
  const role = numeralWords.get(match[1].toLowerCase())?.role;
  return role === "zero" || role === "unit" || role === "teen" || role === "ten";
}
