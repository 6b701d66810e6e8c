// Injects faults into clean texts, so that the detectors' misses and false alarms can be counted.
import type {Random} from "../../generate/seed.js";

/**
 * A kind of injected fault with the expected result of the detector. `found: null` marks kinds that the detector is not built for, which
 * are shown for information.
 */
export interface InjectedFault {
  detector: "loop" | "garble";
  name: string;
  /** whether the detector is meant to find this kind */
  claimed: boolean;
  injectFault(text: string, random: Random): string;
}

const LOOPED_CHARACTERS = 1_500;
const GARBLED_CHARACTERS = 400;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The faults in the order in which the page lists them. */
export const injectedFaults: readonly InjectedFault[] = [
  {
    detector: "loop",
    name: "a block of 40 to 400 characters, repeated to the end",
    claimed: true,
    injectFault: (text, random) => text + circles(tail(text, random.integer(40, 400)), LOOPED_CHARACTERS)
  },
  {
    detector: "loop",
    name: "a phrase of 6 to 40 characters, repeated to the end",
    claimed: true,
    injectFault: (text, random) => text + circles(tail(text, random.integer(6, 40)), 300)
  },
  {
    detector: "loop",
    name: "a block repeated four times, after which the text goes on",
    claimed: true,
    injectFault: (text, random) => {
      const middle = Math.floor(text.length / 2);
      const block = text.slice(Math.max(0, middle - random.integer(80, 200)), middle);
      return text.slice(0, middle) + block.repeat(4) + text.slice(middle);
    }
  },
  {
    detector: "loop",
    name: "a block repeated with a number that counts up",
    claimed: false,
    injectFault: (text, random) => {
      const block = tail(text, random.integer(40, 120));
      return text + Array.from({length: 12}, (_, i) => `${i + 1}. ${block}\n`).join("");
    }
  },
  {
    detector: "garble",
    name: "random printable characters",
    claimed: true,
    injectFault: (text, random) => text + draw(GARBLED_CHARACTERS, () => String.fromCharCode(random.integer(33, 126)))
  },
  {
    detector: "garble",
    name: "random letters in words",
    claimed: true,
    injectFault: (text, random) =>
      text + draw(GARBLED_CHARACTERS, () => (random.chance(0.15) ? " " : LETTERS[random.integer(0, 25)]!))
  },
  {
    detector: "garble",
    name: "letters of many scripts",
    claimed: true,
    injectFault: (text, random) =>
      text + draw(GARBLED_CHARACTERS, () => String.fromCodePoint(random.pick(SCRIPTS) + random.integer(0, 20)))
  },
  {
    detector: "garble",
    name: "UTF-8 read as Latin-1, and replacement characters",
    claimed: true,
    injectFault: (text, random) => text + draw(100, () => random.pick([" the", " step", "Ã©", "Ã¼", "â€™", "\ufffd", " is"]))
  },
  {
    detector: "garble",
    name: "its own words in random order",
    claimed: false,
    injectFault: (text, random) => random.shuffle(text.split(" ")).join(" ")
  }
];

/** First letters of writing systems: Cyrillic, Hebrew, Arabic, Devanagari, Thai, Georgian, Han, Hangul, Latin. */
const SCRIPTS = [0x430, 0x5d0, 0x627, 0x905, 0xe01, 0x10d0, 0x4e00, 0xac00, 0x61] as const;

const tail = (text: string, characters: number): string => text.slice(-characters);
const circles = (block: string, characters: number): string => block.repeat(Math.max(5, Math.ceil(characters / block.length)));
const draw = (times: number, next: () => string): string => Array.from({length: times}, next).join("");
