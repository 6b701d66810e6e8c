// False discoveries among gaps that share their answers in English, and how often intervals of gaps hold.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT} from "../../../pipelines/score/status.js";
import {type LanguageAnswer, languageGaps} from "../../../pipelines/studies/languages/gaps.js";
import {leeway, repetitions} from "../../repetitions.js";

const LANGUAGES = Array.from({length: 21}, (_, i) => `l${i}`);
const ROUNDS = repetitions(300);
const QUESTIONS = 60;

/** Answers whose questions differ in difficulty; each language loses a stated share. */
function drawn(seed: string, losses: readonly number[]): LanguageAnswer[] {
  const random = randomOf(seed);
  return Array.from({length: QUESTIONS}, (_, i) => {
    const easy = random.real();
    return ["en", ...LANGUAGES].map((language, at): LanguageAnswer => {
      const right = random.chance(easy * (1 - (at === 0 ? 0 : losses[at - 1]!)));
      return {language, pair: String(i), status: right ? CORRECT : INCORRECT, parsed: true, guess: 0, elsewhere: null};
    });
  }).flat();
}

test("where no language is worse, at most one store in twenty has a gap with q ≤ 0.05", () => {
  const none = LANGUAGES.map(() => 0);
  let found = 0;
  for (let round = 0; round < ROUNDS; round++)
    if (languageGaps(drawn(`none ${round}`, none), {english: "en"}).some(({q}) => q !== null && q <= 0.05)) found++;
  // 0.05 and three standard errors of a share of 300.
  expect(found / ROUNDS).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / ROUNDS));
});

test("among languages of which half are worse, the mean share of false discoveries is at most 5 %; intervals hold their gap", () => {
  const losses = LANGUAGES.map((_, i) => (i % 2 === 0 ? 0 : 0.6));
  let [shares, held, asked, power] = [0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const rows = languageGaps(drawn(`half ${round}`, losses), {english: "en"}).filter(({language}) => language.startsWith("l"));
    const told = rows.filter(({q}) => q! <= 0.05);
    const wrong = told.filter(({language}) => losses[LANGUAGES.indexOf(language)] === 0);
    shares += told.length === 0 ? 0 : wrong.length / told.length;
    power += (told.length - wrong.length) / losses.filter(loss => loss > 0).length;
    for (const {language, gap_low, gap_high} of rows) {
      const truth = losses[LANGUAGES.indexOf(language)]! / 2; // easy questions have a mean of ½
      asked++;
      if (gap_low! <= truth && truth <= gap_high!) held++;
    }
  }
  expect(shares / ROUNDS).toBeLessThan(0.05 + leeway(0.05, ROUNDS));
  expect(power / ROUNDS).toBeGreaterThan(0.8 - leeway(0.8, ROUNDS));
  expect(held / asked).toBeGreaterThan(0.94 - leeway(0.94, ROUNDS));
});
