import {expect, test} from "vitest";
import {MUSIC_OPENING, music} from "../../../../pipelines/generate/benchmarks/academic/music.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveMusic} from "./musicSolver.js";

const measured = {benchmark: music, solve: solveMusic, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// Worked by hand: middle C has 261.63 hertz; a pure fifth has 701.955 cents; C major from 60 is 60, 62, 64, 65, 67, 69, 71, 72; fret 12 is at half
// the length; C major, G7 and A minor in C have the pitches 0 4 7, 7 11 2 5 and 9 0 4; three against two has four strokes.
test.each([
  [
    "the frequency in hundredths of a hertz, in equal temperament with 440 hertz for MIDI number 69, of the note a perfect octave below that with MIDI number 72, rounded to the nearest whole number",
    26_163
  ],
  [
    "the size in hundredths of a cent of the interval from 200 to 300 hertz, negative if downwards, rounded to the nearest whole number",
    70_196
  ],
  [
    "the sum of position from 1 times MIDI number over the eight notes of the major scale that goes up an octave from MIDI number 60",
    2_458
  ],
  [
    "the distance in micrometres from the nut to fret 12 of an instrument with strings of 650 millimetres in equal temperament, rounded to the nearest whole number",
    325_000
  ],
  [
    "100 plus the sum of position from 1 times the sum of the pitch classes (0 for C) of its notes, over the diatonic chords I, V7 and vi of C major",
    200
  ],
  [
    "100 plus 10 times the sum of position from 1 times number of sharps in the key signature, flats counted as negative, over the keys G major and F sharp minor",
    170
  ],
  [
    "the number of moments with a stroke in 10 bars, in each of which one hand plays 3 and the other 2 equal notes from the beginning of the bar",
    40
  ],
  [
    "the number of ticks, 480 to a quarter note, in 2 bars of 6/8 time and a dotted half note and a triplet quarter note more",
    4_640
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveMusic(asked(MUSIC_OPENING, text))?.answer).toBe(String(value));
});
