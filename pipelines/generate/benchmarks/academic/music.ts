// The benchmark ZenMusic: intervals, keys, chords, rhythm and tuning, linked into chains of up to nine quantities. Notes are counted by MIDI
// numbers, of which middle C (C4) has 60 and the A of 440 hertz 69 (MIDI 1.0, 1996), and by pitch classes from 0 for C.
import {listText} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

/** Sum of position from 1 times value. */
const weighted = (values: readonly number[]): number => values.reduce((sum, value, i) => sum + (i + 1) * value, 0);
const several = <T>(count: number, draw: () => T): T[] => Array.from({length: count}, draw);
const ORDINALS = ["root position", "first inversion", "second inversion", "third inversion"];
const TEMPERED = "in equal temperament with 440 hertz for MIDI number 69";
const frequencyOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

const LETTERS = "CDEFGAB";
const NATURALS = [0, 2, 4, 5, 7, 9, 11];
const ACCIDENTALS = [" flat", "", " sharp"];
/** A written note from octave 3 to 5. */
function noteOf(random: Random): {text: string; midi: number} {
  const [letter, accidental, octave] = integersOf(random, [0, 6], [-1, 1], [3, 5]);
  return {
    text: `${LETTERS[letter]}${ACCIDENTALS[accidental + 1]} ${octave}`,
    midi: 12 * (octave + 1) + NATURALS[letter]! + accidental
  };
}

/** Name and pitch class of a note by the number of fifths from C, -8 to 12. */
const fifthOf = (fifths: number): {text: string; pitch: number} => ({
  text: `${"FCGDAEB"[(fifths + 8) % 7]}${ACCIDENTALS[Math.floor((fifths + 8) / 7)]}`,
  pitch: (7 * fifths + 84) % 12
});

/** Names of intervals with their semitones. */
const INTERVALS = ["unison", "second", "third", "fourth", "fifth", "sixth", "seventh", "octave"].flatMap((name, i) => {
  const size = [...NATURALS, 12][i]!;
  if (i === 0) return [];
  const isPerfect = i === 3 || i === 4 || i === 7;
  const qualities = isPerfect
    ? ([["a perfect", 0]] as const)
    : ([
        ["a major", 0],
        ["a minor", -1]
      ] as const);
  const more: readonly (readonly [string, number])[] = [
    ...(i === 1 || i === 3 || i === 4 || i === 5 ? [["an augmented", 1] as const] : []),
    ...(i === 3 || i === 4 ? [["a diminished", -1] as const] : i === 6 ? [["a diminished", -2] as const] : [])
  ];
  return [...qualities, ...more].map(([quality, change]) => ({text: `${quality} ${name}`, size: size + change}));
});

const intervals: readonly Quantity[] = [
  (random, write) => {
    const [midi, {text, size}, up] = [random.integer(40, 80), random.pick(INTERVALS), random.chance(0.5)];
    return [
      rounded(100 * frequencyOf(midi + (up ? size : -size))),
      `the frequency in hundredths of a hertz, ${TEMPERED}, of the note ${text} ${up ? "above" : "below"} that with MIDI number ${write(midi)}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [more, from, to] = [random.integer(2, 999), noteOf(random), noteOf(random)];
    return [
      more + 100 * (to.midi - from.midi),
      `${write(more)} plus the number of cents in equal temperament from ${from.text} to ${to.text}, negative if downwards`
    ];
  },
  (random, write) => {
    const [one, other] = integersOf(random, [20, 900], [10, 400]);
    return [
      rounded(120_000 * Math.log2(one / other)),
      `the size in hundredths of a cent of the interval from ${other} to ${write(one)} hertz, negative if downwards, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const midi = random.integer(50, 75);
    const notes = [midi];
    const moves = several(random.integer(4, 6), () => {
      const [{text, size}, up] = [random.pick(INTERVALS), random.chance(0.5)];
      notes.push(notes.at(-1)! + (up ? size : -size));
      return `${up ? "up" : "down"} ${text}`;
    });
    return [
      weighted(notes),
      `the sum of position from 1 times MIDI number over the notes of a melody that begins with MIDI number ${write(midi)} and then goes ${listText(moves)}`
    ];
  }
];

/** Steps in semitones; modes are rotations of the major scale. */
const MAJOR = [2, 2, 1, 2, 2, 2, 1];
const SCALES: readonly (readonly [name: string, steps: readonly number[]])[] = [
  ...["major", "Dorian", "Phrygian", "Lydian", "Mixolydian", "natural minor", "Locrian"].map(
    (name, i) => [name, [...MAJOR.slice(i), ...MAJOR.slice(0, i)]] as const
  ),
  ["harmonic minor", [2, 1, 2, 2, 1, 3, 1]],
  ["ascending melodic minor", [2, 1, 2, 2, 2, 2, 1]]
];
function upFrom(start: number, steps: readonly number[]): number[] {
  const notes = [start];
  for (const step of steps) notes.push(notes.at(-1)! + step);
  return notes;
}
/** Instruments and the semitones by which they sound higher than written. */
const INSTRUMENTS: readonly (readonly [name: string, shift: number])[] = [
  ["a clarinet in B flat", -2],
  ["a clarinet in A", -3],
  ["a horn in F", -7],
  ["an English horn in F", -7],
  ["an alto saxophone in E flat", -9],
  ["a tenor saxophone in B flat", -14],
  ["a baritone saxophone in E flat", -21],
  ["an alto flute in G", -5],
  ["a double bass", -12],
  ["a piccolo in C", 12]
];

const keys: readonly Quantity[] = [
  (random, write) => {
    const [midi, [name, steps]] = [random.integer(40, 75), random.pick(SCALES)];
    return [
      weighted(upFrom(midi, steps)),
      `the sum of position from 1 times MIDI number over the eight notes of the ${name} scale that goes up an octave from MIDI number ${write(midi)}`
    ];
  },
  (random, write) => {
    const [more, notes, [name, shift]] = [random.integer(2, 999), several(4, () => noteOf(random)), random.pick(INSTRUMENTS)];
    return [
      more + weighted(notes.map(({midi}) => midi + shift)),
      `${write(more)} plus the sum of position from 1 times MIDI number (60 for C 4) over the sounding notes when ${name} plays the written notes ${listText(notes.map(({text}) => text))}`
    ];
  },
  (random, write) => {
    const more = random.integer(2, 999);
    const list = several(5, () => {
      const [signature, minor] = [random.integer(-6, 6), random.chance(0.5)];
      return {signature, text: `${fifthOf(signature + (minor ? 3 : 0)).text} ${minor ? "minor" : "major"}`};
    });
    return [
      more + weighted(list.map(({signature}) => 10 * signature)),
      `${write(more)} plus 10 times the sum of position from 1 times number of sharps in the key signature, flats counted as negative, over the keys ${listText(list.map(({text}) => text))}`
    ];
  },
  (random, write) => {
    const [more, fifths, [name, steps]] = [random.integer(2, 999), random.integer(-5, 6), random.pick(SCALES)];
    const degrees = several(5, () => random.integer(2, 7));
    const {text, pitch} = fifthOf(fifths);
    const scale = upFrom(pitch, steps);
    return [
      more + weighted(degrees.map(degree => scale[degree - 1]! % 12)),
      `${write(more)} plus the sum of position from 1 times pitch class (0 for C) over the degrees ${listText(degrees)} of the ${name} scale on ${text}`
    ];
  }
];

/** Chords by the steps between their notes. */
const CHORDS: readonly (readonly [name: string, steps: readonly number[]])[] = [
  ["major triad", [4, 3]],
  ["minor triad", [3, 4]],
  ["diminished triad", [3, 3]],
  ["augmented triad", [4, 4]],
  ["dominant seventh chord", [4, 3, 3]],
  ["major seventh chord", [4, 3, 4]],
  ["minor seventh chord", [3, 4, 3]],
  ["half-diminished seventh chord", [3, 3, 4]],
  ["diminished seventh chord", [3, 3, 3]]
];
const NUMERALS = ["I", "ii", "iii", "IV", "V", "vi", "vii°"];

const chords: readonly Quantity[] = [
  (random, write) => {
    const [bass, [name, steps]] = [random.integer(40, 70), random.pick(CHORDS)];
    const inversion = random.integer(0, steps.length);
    const root = upFrom(0, steps);
    const notes = root.map((_, i) =>
      i + inversion < root.length ? root[i + inversion]! : root[i + inversion - root.length]! + 12
    );
    return [
      weighted(notes.map(note => bass + note - notes[0]!)),
      `the sum of position from 1 times MIDI number over the notes, from low to high, of a ${name} in close position and ${ORDINALS[inversion]} whose lowest note has the MIDI number ${write(bass)}`
    ];
  },
  (random, write) => {
    const [more, fifths] = integersOf(random, [2, 999], [-6, 6]);
    const {text, pitch} = fifthOf(fifths);
    const scale = upFrom(pitch, MAJOR);
    const progression = several(4, () => {
      const [degree, seventh] = [random.integer(0, 6), random.chance(0.4)];
      const notes = (seventh ? [0, 2, 4, 6] : [0, 2, 4]).map(third => scale[(degree + third) % 7]! % 12);
      const numeral = degree === 6 && seventh ? "viiø" : NUMERALS[degree]!;
      return {text: `${numeral}${seventh ? "7" : ""}`, sum: notes.reduce((a, b) => a + b, 0)};
    });
    return [
      more + weighted(progression.map(({sum}) => sum)),
      `${write(more)} plus the sum of position from 1 times the sum of the pitch classes (0 for C) of its notes, over the diatonic chords ${listText(progression.map(each => each.text))} of ${text} major`
    ];
  },
  (random, write) => {
    const [more, up] = integersOf(random, [2, 999], [1, 11]);
    const row = random.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const [inverted, backwards] = [random.chance(0.5), random.chance(0.5)];
    const notes = row.map(note => ((inverted ? 2 * row[0]! - note : note) + up + 12) % 12);
    return [
      more + weighted(backwards ? notes.toReversed() : notes),
      `${write(more)} plus the sum of position from 1 times pitch class over the notes of the twelve-tone row with the pitch classes ${listText(row)}${inverted ? ", inverted around its first note" : ""}, transposed up by ${up} semitone${up > 1 ? "s" : ""} modulo 12${backwards ? ", and then reversed" : ""}`
    ];
  }
];

const TICKS = 480; // of a quarter note, as in most sequencers
const VALUES = (["whole", "half", "quarter", "eighth"] as const).flatMap((name, i) => {
  const ticks = (4 * TICKS) / 2 ** i;
  return [
    [`${name} note`, ticks],
    [`dotted ${name} note`, (ticks * 3) / 2],
    [`double-dotted ${name} note`, (ticks * 7) / 4],
    [`triplet ${name} note`, (ticks * 2) / 3]
  ] as const;
});
const withArticle = (name: string): string => `${name.startsWith("eighth") ? "an" : "a"} ${name}`;
const METRES = ["2/4", "3/4", "5/4", "3/8", "6/8", "7/8", "9/8", "3/2", "11/16"] as const;
const barOf = (metre: string): number => {
  const [count, unit] = metre.split("/").map(Number) as [number, number];
  return (4 * TICKS * count) / unit;
};
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

const rhythm: readonly Quantity[] = [
  (random, write) => {
    const [tempo, notes] = [random.integer(40, 208), several(random.integer(4, 6), () => random.pick(VALUES))];
    const ticks = notes.reduce((sum, [, each]) => sum + each, 0);
    return [
      rounded((60_000 * ticks) / TICKS / tempo),
      `the duration in milliseconds, at ${write(tempo)} quarter notes per minute, of ${listText(notes.map(([name]) => withArticle(name)))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [bars, metre, notes] = [random.integer(3, 200), random.pick(METRES), several(3, () => random.pick(VALUES))];
    return [
      bars * barOf(metre) + notes.reduce((sum, [, each]) => sum + each, 0),
      `the number of ticks, ${TICKS} to a quarter note, in ${write(bars)} bars of ${metre} time and ${listText(notes.map(([name]) => withArticle(name)))} more`
    ];
  },
  (random, write) => {
    const [bars, tempo, metre] = [random.integer(3, 90), random.integer(40, 160), random.pick(["6/8", "9/8", "12/8"])];
    return [
      rounded((bars * 60_000 * (Number.parseInt(metre, 10) / 3)) / tempo),
      `the duration in milliseconds of ${write(bars)} bars of ${metre} time at ${tempo} dotted quarter notes per minute, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [bars, one, other] = integersOf(random, [20, 900], [2, 12], [2, 12]);
    if (one === other) return [Number.NaN, ""];
    return [
      bars * (one + other - gcd(one, other)),
      `the number of moments with a stroke in ${write(bars)} bars, in each of which one hand plays ${one} and the other ${other} equal notes from the beginning of the bar`
    ];
  },
  (random, write) => {
    const [tempo, [from, before], [to, after]] = [random.integer(40, 208), random.pick(VALUES), random.pick(VALUES)];
    if (before === after) return [Number.NaN, ""];
    return [
      rounded((100 * tempo * after) / before),
      `the number of quarter notes in 100 minutes after a metric modulation in which ${withArticle(from)} before is as long as ${withArticle(to)} after, from ${write(tempo)} quarter notes per minute, ${ROUNDED}`
    ];
  }
];

const tuning: readonly Quantity[] = [
  (random, write) => {
    const [length, fret] = integersOf(random, [400, 900], [2, 22]);
    return [
      rounded(1_000 * length * (1 - 2 ** (-fret / 12))),
      `the distance in micrometres from the nut to fret ${fret} of an instrument with strings of ${write(length)} millimetres in equal temperament, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [frequency, fifths, octaves] = integersOf(random, [50, 900], [2, 11], [0, 4]);
    return [
      rounded((100 * frequency * 1.5 ** fifths) / 2 ** octaves),
      `the frequency in hundredths of a hertz of the note ${fifths} pure fifths up and ${octaves === 1 ? "one octave" : `${octaves} octaves`} down from ${write(frequency)} hertz, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const frequency = random.integer(30, 4_000);
    const cents = 1_200 * Math.log2(frequency / 440);
    const off = cents - 100 * Math.round(cents / 100);
    if (Math.abs(off) > 49) return [Number.NaN, ""];
    return [
      rounded(100 * off),
      `the number of hundredths of a cent by which ${write(frequency)} hertz are above the nearest note ${TEMPERED}, negative if below, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [low, high, seconds] = integersOf(random, [100, 900], [100, 900], [10, 120]);
    const [one, other] = random.pick([
      [3, 2],
      [4, 3],
      [5, 4],
      [6, 5],
      [5, 3]
    ] as const);
    return [
      seconds * Math.abs(one * low - other * high),
      `the number of beats in ${seconds} seconds between harmonic ${one} of a note of ${write(low)} hertz and harmonic ${other} of a note of ${high} hertz`
    ];
  },
  (random, write) => {
    const [frequency, before, after, tension] = integersOf(random, [50, 900], [300, 900], [150, 900], [50, 200]);
    if (tension === 100) return [Number.NaN, ""];
    return [
      rounded((100 * frequency * before * Math.sqrt(tension / 100)) / after),
      `the frequency in hundredths of a hertz of a string with ${write(frequency)} hertz after its sounding length changes from ${before} to ${after} millimetres and its tension to ${tension} percent, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const MUSIC_OPENING = "Answer this question of music theory.";

export const music = chained({
  name: "zen-music",
  version: 1,
  summary: "Intervals, keys, chords, rhythm and tuning, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Music theory",
  opening: MUSIC_OPENING,
  families: {intervals, keys, chords, rhythm, tuning},
  // Without the letters of notes and of numerals.
  names: [..."HKLNPQRUWXYZ"],
  // With the 25 cells 6,000 in all.
  size: 240
});
