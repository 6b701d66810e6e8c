// Second solver of ZenMusic: tables of intervals, fifths and chords as textbooks print them, and time and frequency step by step.
import {MUSIC_OPENING} from "../../../../pipelines/generate/benchmarks/academic/music.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";
const partsOf = (text: string): string[] => text.split(/, | and /u);
const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
/** Sums from each position to the last, added up: the first value counts once, the second twice. */
const weighted = (values: readonly number[]): number => sumOf(values.map((_, i) => sumOf(values.slice(i))));

/** Intervals by number of semitones. */
const INTERVALS: readonly (readonly string[])[] = [
  [],
  ["minor second"],
  ["major second"],
  ["minor third", "augmented second"],
  ["major third", "diminished fourth"],
  ["perfect fourth"],
  ["augmented fourth", "diminished fifth"],
  ["perfect fifth"],
  ["minor sixth", "augmented fifth"],
  ["major sixth", "diminished seventh"],
  ["minor seventh", "augmented sixth"],
  ["major seventh"],
  ["perfect octave"]
];
const semitonesOf = (name: string): number => INTERVALS.findIndex(names => names.includes(name.replace(/^an? /u, "")));

/** Pitch class by letters in the order of a keyboard, from C. */
const KEYBOARD = "C.D.EF.G.A.B";
const pitchOf = (name: string): number => {
  const [letter, accidental] = name.split(" ");
  return (KEYBOARD.indexOf(letter!) + (accidental === "sharp" ? 1 : accidental === "flat" ? 11 : 0)) % 12;
};
/** MIDI number of a text such as "B flat 3". */
const midiOf = (name: string): number => {
  const words = name.split(" ");
  const change = words[1] === "sharp" ? 1 : words[1] === "flat" ? -1 : 0;
  return 60 + 12 * (Number(words.at(-1)) - 4) + KEYBOARD.indexOf(words[0]!) + change;
};
/** Frequency in hertz, half a tone after the other. */
function frequencyOf(midi: number): number {
  let frequency = 440;
  const half = bisect(x => x ** 12 - 2, 1, 2);
  for (let i = 69; i < midi; i++) frequency *= half;
  for (let i = 69; i > midi; i--) frequency /= half;
  return frequency;
}

/** Scales by their pitches; those of modes are seven fifths in a row, of which so many are below the first note. */
const FIFTHS_BELOW: Readonly<Record<string, number>> = {
  ...{Lydian: 0, major: 1, Mixolydian: 2, Dorian: 3, "natural minor": 4, Phrygian: 5, Locrian: 6}
};
function scaleOf(name: string): number[] {
  if (name === "harmonic minor") return scaleOf("natural minor").with(6, 11);
  if (name === "ascending melodic minor") return scaleOf("major").with(2, 3);
  return Array.from({length: 7}, (_, i) => (7 * (i - FIFTHS_BELOW[name]!) + 84) % 12).sort((a, b) => a - b);
}
const SIGNATURES = "C flat,G flat,D flat,A flat,E flat,B flat,F,C,G,D,A,E,B,F sharp,C sharp".split(",");
const MINORS = "A flat,E flat,B flat,F,C,G,D,A,E,B,F sharp,C sharp,G sharp,D sharp,A sharp".split(",");
const SOUNDS: Readonly<Record<string, string>> = {
  ...{"a clarinet in B flat": "-major second", "a clarinet in A": "-minor third", "a horn in F": "-perfect fifth"},
  ...{"an English horn in F": "-perfect fifth", "an alto saxophone in E flat": "-major sixth"},
  ...{
    "a tenor saxophone in B flat": "-major second,-perfect octave",
    "a baritone saxophone in E flat": "-major sixth,-perfect octave"
  },
  ...{"an alto flute in G": "-perfect fourth", "a double bass": "-perfect octave", "a piccolo in C": "perfect octave"}
};
const shiftOf = (instrument: string): number =>
  sumOf(SOUNDS[instrument]!.split(",").map(name => (name.startsWith("-") ? -1 : 1) * semitonesOf(name.replace("-", ""))));

const CHORDS: Readonly<Record<string, readonly number[]>> = {
  "major triad": [0, 4, 7],
  "minor triad": [0, 3, 7],
  "diminished triad": [0, 3, 6],
  "augmented triad": [0, 4, 8],
  "dominant seventh chord": [0, 4, 7, 10],
  "major seventh chord": [0, 4, 7, 11],
  "minor seventh chord": [0, 3, 7, 10],
  "half-diminished seventh chord": [0, 3, 6, 10],
  "diminished seventh chord": [0, 3, 6, 9]
};
const INVERSIONS = ["root position", "first inversion", "second inversion", "third inversion"];
/** Root above the tonic and chord of each numeral of a major key. */
const NUMERALS: Readonly<Record<string, readonly [root: number, chord: string]>> = {
  ...{I: [0, "major triad"], ii: [2, "minor triad"], iii: [4, "minor triad"], IV: [5, "major triad"], V: [7, "major triad"]},
  ...{vi: [9, "minor triad"], "vii°": [11, "diminished triad"], I7: [0, "major seventh chord"], ii7: [2, "minor seventh chord"]},
  ...{iii7: [4, "minor seventh chord"], IV7: [5, "major seventh chord"], V7: [7, "dominant seventh chord"]},
  ...{vi7: [9, "minor seventh chord"], viiø7: [11, "half-diminished seventh chord"]}
};

/** Length of a note in quarter notes. */
function quartersOf(name: string): number {
  const words = name.replace(/^an? /u, "").split(" ");
  const plain = {whole: 4, half: 2, quarter: 1, eighth: 0.5}[words.at(-2)!]!;
  if (words[0] === "dotted") return plain + plain / 2;
  if (words[0] === "double-dotted") return plain + plain / 2 + plain / 4;
  return words[0] === "triplet" ? (2 * plain) / 3 : plain;
}

const ROUNDED_METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    "the frequency in hundredths of a hertz, in equal temperament with 440 hertz for MIDI number 69, of the note @ above that with MIDI number #",
    ([midi], [interval]) => 100 * frequencyOf(midi! + semitonesOf(interval!))
  ],
  [
    "the frequency in hundredths of a hertz, in equal temperament with 440 hertz for MIDI number 69, of the note @ below that with MIDI number #",
    ([midi], [interval]) => 100 * frequencyOf(midi! - semitonesOf(interval!))
  ],
  [
    "the size in hundredths of a cent of the interval from # to # hertz, negative if downwards",
    ([low, high]) => bisect(size => low! * 2 ** (size / 120_000) - high!, -1e6, 1e6)
  ],
  [
    "the duration in milliseconds, at # quarter notes per minute, of @",
    ([tempo], [list]) => sumOf(partsOf(list!).map(name => quartersOf(name) * (60_000 / tempo!)))
  ],
  [
    "the duration in milliseconds of # bars of @ time at # dotted quarter notes per minute",
    // An eighth note lasts a third of a dotted quarter note.
    ([bars, tempo], [metre]) => bars! * Number.parseInt(metre!, 10) * (20_000 / tempo!)
  ],
  [
    "the number of quarter notes in 100 minutes after a metric modulation in which @ before is as long as @ after, from # quarter notes per minute",
    ([tempo], [before, after]) => {
      const seconds = (quartersOf(before!) * 60) / tempo!;
      return 6_000 / (seconds / quartersOf(after!));
    }
  ],
  [
    "the distance in micrometres from the nut to fret # of an instrument with strings of # millimetres in equal temperament",
    // Each fret shortens the string by the same share.
    ([fret, length]) => {
      const half = bisect(x => x ** 12 - 2, 1, 2);
      let left = length!;
      for (let i = 0; i < fret!; i++) left /= half;
      return 1_000 * (length! - left);
    }
  ],
  [
    "the frequency in hundredths of a hertz of the note # pure fifths up and @ down from # hertz",
    ([fifths, frequency], [octaves]) => {
      const down = octaves === "one octave" ? 1 : Number.parseInt(octaves!, 10);
      let [value, i] = [100 * frequency!, 0];
      for (; i < fifths!; i++) value += value / 2;
      for (i = 0; i < down; i++) value /= 2;
      return value;
    }
  ],
  [
    "the number of hundredths of a cent by which # hertz are above the nearest note in equal temperament with 440 hertz for MIDI number 69, negative if below",
    ([frequency]) => {
      const notes = Array.from(
        {length: 128},
        (_, midi) => ((12_000 * Math.log10(frequency! / frequencyOf(midi))) / Math.log10(2)) * 10
      );
      return notes.reduce((best, each) => (Math.abs(each) < Math.abs(best) ? each : best));
    }
  ],
  [
    "the frequency in hundredths of a hertz of a string with # hertz after its sounding length changes from # to # millimetres and its tension to # percent",
    // Speed of waves over twice the length; the speed's square is as the tension.
    ([frequency, before, after, tension]) => {
      const speed = 2 * before! * frequency!;
      return (100 * bisect(v => v ** 2 * 100 - speed ** 2 * tension!, 0, 10 * speed)) / 2 / after!;
    }
  ]
];

const EXACT: readonly Method[] = [
  [
    "# plus the number of cents in equal temperament from @ to @, negative if downwards",
    ([more], [from, to]) => more! + 100 * (midiOf(to!) - midiOf(from!)),
    4
  ],
  [
    "the sum of position from 1 times MIDI number over the notes of a melody that begins with MIDI number # and then goes @",
    ([midi], [moves]) => {
      const steps = partsOf(moves!).map(
        move => (move.startsWith("up") ? 1 : -1) * semitonesOf(move.replace(/^(?:up|down) /u, ""))
      );
      return weighted([midi!, ...steps.map((_, i) => midi! + sumOf(steps.slice(0, i + 1)))]);
    },
    6
  ],
  [
    "the sum of position from 1 times MIDI number over the eight notes of the @ scale that goes up an octave from MIDI number #",
    ([midi], [name]) => weighted([...scaleOf(name!), 12].map(note => midi! + note)),
    6
  ],
  [
    "# plus the sum of position from 1 times MIDI number (60 for C 4) over the sounding notes when @ plays the written notes @",
    ([more], [instrument, notes]) => more! + weighted(partsOf(notes!).map(note => midiOf(note) + shiftOf(instrument!))),
    6
  ],
  [
    "# plus 10 times the sum of position from 1 times number of sharps in the key signature, flats counted as negative, over the keys @",
    ([more], [list]) =>
      more! +
      10 *
        weighted(
          partsOf(list!).map(
            key => (key.endsWith("minor") ? MINORS : SIGNATURES).indexOf(key.replace(/ m(?:ino|ajo)r$/u, "")) - 7
          )
        ),
    6
  ],
  [
    "# plus the sum of position from 1 times pitch class (0 for C) over the degrees @ of the @ scale on @",
    ([more], [degrees, name, tonic]) =>
      more! + weighted(partsOf(degrees!).map(degree => (pitchOf(tonic!) + scaleOf(name!)[Number(degree) - 1]!) % 12)),
    6
  ],
  [
    "the sum of position from 1 times MIDI number over the notes, from low to high, of a @ in close position and @ whose lowest note has the MIDI number #",
    ([bass], [name, inversion]) => {
      // The lowest note goes up an octave, again and again.
      let notes = [...CHORDS[name!]!];
      for (let i = 0; i < INVERSIONS.indexOf(inversion!); i++) notes = [...notes.slice(1), notes[0]! + 12];
      return weighted(notes.map(note => note + bass! - notes[0]!));
    },
    6
  ],
  [
    "# plus the sum of position from 1 times the sum of the pitch classes (0 for C) of its notes, over the diatonic chords @ of @ major",
    ([more], [list, tonic]) =>
      more! +
      weighted(
        partsOf(list!).map(numeral => {
          const [root, chord] = NUMERALS[numeral]!;
          return sumOf(CHORDS[chord]!.map(note => (pitchOf(tonic!) + root + note) % 12));
        })
      ),
    8
  ],
  [
    "# plus the sum of position from 1 times pitch class over the notes of the twelve-tone row with the pitch classes @, transposed up by # @",
    ([more, up], [list, rest]) => {
      const row = partsOf(list!.replace(", inverted around its first note", "")).map(Number);
      // By the intervals between neighbours, each in the other direction where the row is inverted.
      const sign = list!.includes("inverted") ? -1 : 1;
      const notes = [row[0]! + up!];
      for (const [i, note] of row.slice(1).entries()) notes.push(notes.at(-1)! + sign * (note - row[i]!));
      const classes = notes.map(note => ((note % 12) + 12) % 12);
      return more! + weighted(rest!.includes("reversed") ? classes.reverse() : classes);
    },
    8
  ],
  [
    "the number of ticks, # to a quarter note, in # bars of @ time and @ more",
    ([ticks, bars], [metre, list]) => {
      const [count, unit] = metre!.split("/").map(Number) as [number, number];
      return whole(ticks! * (sumOf(partsOf(list!).map(quartersOf)) + bars! * count * (4 / unit)));
    },
    6
  ],
  [
    "the number of moments with a stroke in # bars, in each of which one hand plays # and the other # equal notes from the beginning of the bar",
    ([bars, one, other]) => {
      const moments = [one!, other!].flatMap(count => Array.from({length: count}, (_, i) => (i * one! * other!) / count));
      return bars! * new Set(moments).size;
    },
    4
  ],
  [
    "the number of beats in # seconds between harmonic # of a note of # hertz and harmonic # of a note of # hertz",
    ([seconds, one, low, other, high]) => {
      const waves = [seconds! * one! * low!, seconds! * other! * high!];
      return Math.max(...waves) - Math.min(...waves);
    },
    4
  ]
];

export const solveMusic = chainedSolver(MUSIC_OPENING, [
  ...ROUNDED_METHODS.map(([phrase, work]): Method => [`${phrase}${END}`, (...parts) => whole(work(...parts)), 4]),
  ...EXACT
]);
