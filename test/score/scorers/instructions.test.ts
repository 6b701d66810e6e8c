// Checks of instructions, by the definitions of IFEval (Zhou et al. 2023, arXiv:2311.07911, instructions.py): what follows each and what does
// not was decided by hand.
import {describe, expect, test} from "vitest";
import {INSTRUCTIONS} from "../../../pipelines/book/scorers.js";
import {verdict} from "./scoring.js";

const follows = (text: string, id: string, kwargs: Record<string, unknown> = {}, prompt = "?") =>
  verdict(text, {kind: "instructions", instructions: [{id, kwargs}]}, {prompt}).right;

const CASES: [string, Record<string, unknown>, string, string][] = [
  ["keywords:existence", {keywords: ["Cat", "dog"]}, "A cat and a DOG.", "A cat."],
  ["keywords:frequency", {keyword: "go", frequency: 2, relation: "at least"}, "Go, go!", "Go."],
  ["keywords:frequency", {keyword: "go", frequency: 2, relation: "less than"}, "Go.", "Go, go!"],
  ["keywords:forbidden_words", {forbidden_words: ["cat"]}, "A category.", "A cat."],
  ["keywords:letter_frequency", {letter: "q", let_frequency: 2, let_relation: "at least"}, "Quick quiz", "Quick"],
  [
    "language:response_language",
    {language: "de"},
    "Das ist ein ganz gewöhnlicher deutscher Satz über das Wetter von gestern.",
    "This is a perfectly ordinary English sentence about the weather of yesterday."
  ],
  [
    "language:response_language",
    {language: "hi"},
    "यह हिंदी में लिखा हुआ एक साधारण वाक्य है।",
    "This is a perfectly ordinary English sentence."
  ],
  [
    "length_constraints:number_sentences",
    {num_sentences: 3, relation: "less than"},
    "Dr. Smith paid 3.50. He left.",
    "One. Two. Three."
  ],
  ["length_constraints:number_sentences", {num_sentences: 2, relation: "at least"}, "Is it? Yes!", "Only one"],
  ["length_constraints:number_paragraphs", {num_paragraphs: 2}, "One\n***\nTwo", "One\n***\nTwo\n***\nThree"],
  ["length_constraints:number_paragraphs", {num_paragraphs: 2}, "***\nOne\n***\nTwo\n***", "One\n***\n***\nTwo"],
  ["length_constraints:number_words", {num_words: 3, relation: "at least"}, "one two three", "one two"],
  [
    "length_constraints:nth_paragraph_first_word",
    {num_paragraphs: 2, nth_paragraph: 2, first_word: "Rain"},
    'Sun.\n\n"Rain" fell.',
    "Rain.\n\nSun."
  ],
  ["length_constraints:nth_paragraph_first_word", {num_paragraphs: 2, nth_paragraph: 3, first_word: "Rain"}, "", "Sun.\n\nRain."],
  ["detectable_content:number_placeholders", {num_placeholders: 2}, "Dear [name] of [city]", "Dear [name]"],
  ["detectable_content:postscript", {postscript_marker: "P.S."}, "Bye.\np. s. More.", "Bye."],
  ["detectable_content:postscript", {postscript_marker: "P.P.S"}, "Bye.\nP.P.S more", "Bye.\nP.S. more"],
  ["detectable_format:number_bullet_lists", {num_bullets: 2}, "* one\n - two", "* one\n* two\n- three"],
  ["detectable_format:constrained_response", {}, "I think: My answer is maybe.", "Maybe."],
  ["detectable_format:number_highlighted_sections", {num_highlights: 2}, "*one* and *two*", "*one* and ** **"],
  [
    "detectable_format:multiple_sections",
    {section_spliter: "Section", num_sections: 2},
    "Section 1\na\nSection 2\nb",
    "Section 1\na"
  ],
  ["detectable_format:json_format", {}, '```json\n{"a": 1}\n```', "{a: 1}"],
  ["detectable_format:title", {}, "<<A title>>\ntext", "<< >>\ntext"],
  ["combination:two_responses", {}, "One\n******\nTwo", "One\n******\nOne"],
  ["combination:repeat_prompt", {prompt_to_repeat: "Say it"}, "say it: done", "Done. Say it"],
  ["startend:end_checker", {end_phrase: "the end"}, 'So it was. "The End"', "The end of it."],
  ["startend:quotation", {}, ' "quoted" ', '"quoted'],
  ["change_case:capital_word_frequency", {capital_frequency: 2, capital_relation: "at least"}, "VERY GOOD day", "VERY good day"],
  [
    "change_case:english_capital",
    {},
    "THIS IS WRITTEN IN ENGLISH AND IN CAPITALS ALL THE WAY THROUGH.",
    "This is written in English."
  ],
  ["change_case:english_lowercase", {}, "this is written in english and in small letters all the way through.", "This is."],
  ["punctuation:no_comma", {}, "No commas here.", "One, two."],
  ["lines:number_lines", {num_lines: 2}, "one\n\ntwo words", "one\ntwo\nthree"],
  ["lines:number_words", {num_words: 2}, "One two.\nÜber uns", "one two\nthree"],
  ["lines:first_letters", {letters: "aÜb"}, "All is\nüber\nbridges", "all is\nbridges\nüber"],
  ["lines:first_letters", {letters: "ab"}, "", "all\nbe\nthere"],
  ["lines:last_letter", {letter: "n"}, "rain\nsome Sun!", "rain\nsun again today"],
  ["lines:word_place", {line: 2, place: 3, word: "river"}, "a\nby the River ran", "a\nby the old river"],
  ["lines:word_place", {line: 4, place: 1, word: "river"}, "", "river"],
  ["words:max_letters", {num_letters: 4}, "no word four", "no longer"],
  ["words:min_letters", {num_letters: 3}, "all are well", "all is well"],
  ["words:forbidden_letter", {letter: "e"}, "no such sign", "THE sign"],
  ["words:no_repeats", {}, "one two three", "One two one"]
];

describe("instructions", () => {
  test.each(CASES.filter(([, , good]) => good !== ""))("%s %o is followed by %j", (id, kwargs, good) => {
    expect(follows(good, id, kwargs)).toBe(true);
  });
  test.each(CASES)("%s %o is not followed by …", (id, kwargs, _, bad) => {
    expect(follows(bad, id, kwargs)).toBe(false);
  });
  test("every check has a case", () => {
    expect(new Set(CASES.map(([id]) => id))).toEqual(new Set(INSTRUCTIONS));
  });
});

test("the share that is followed is a measure, and the loose one forgives an opening line", () => {
  const asked = {
    kind: "instructions",
    instructions: [{id: "punctuation:no_comma", kwargs: {keywords: null}}, {id: "detectable_format:json_format"}]
  };
  expect(verdict('Sure, here it is:\n{"a": 1}', asked)).toMatchObject({
    right: false,
    measures: {followed: 0, followed_loose: 1},
    answer: "0 of 2 followed"
  });
  expect(verdict('{"a": 1}', asked)).toMatchObject({right: true, measures: {followed: 1, followed_loose: 1}});
  expect(verdict("", asked)).toMatchObject({right: false, parsed: false, measures: {followed: 0}});
});

test("an argument that is missing or unknown leaves the answer without a score, with the reason", () => {
  const found = verdict("x", {kind: "instructions", instructions: [{id: "keywords:existence"}]});
  expect(found).toMatchObject({right: null, reason: "instruction keywords:existence: keywords is missing"});
  const relation = {keyword: "x", frequency: 1, relation: "about"};
  expect(verdict("x", {kind: "instructions", instructions: [{id: "keywords:frequency", kwargs: relation}]}).reason).toContain(
    '"about"'
  );
});
