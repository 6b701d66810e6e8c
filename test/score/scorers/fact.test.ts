// Facts that may be about nothing: abstentions in a model's own words, doubts with an answer, right and invented answers, all written by hand.
import {describe, expect, test} from "vitest";
import {abstains} from "../../../pipelines/score/scorers/fact.js";
import {verdict} from "./scoring.js";

const ABSTENTIONS = `unknown
Unknown.
**unknown**
"Unknown"
N/A
none
No such country
no such country exists.
does not exist
Unknown (no such country)
unknown - Vorlimia does not exist
The answer is unknown.
I do not know.
I don't know
I don’t know the answer to that.
I honestly do not know.
I'm not sure.
I am not sure about that.
I am not aware of a country by that name.
I'm not aware of any country called Vorlimia.
I am unaware of such a country.
I'm not familiar with Vorlimia.
I could not find any record of Vorlimia.
I couldn't find a country with that name.
I was unable to find information about this element.
I wasn't able to verify that this country exists.
I cannot answer this question.
I can't determine the capital of Vorlimia.
I cannot verify that this is a real country.
I have no information on that.
I have no idea
I have never heard of it.
I've never heard of a country named Vorlimia.
I haven't come across this language.
I do not have any data on this currency.
There is no such country.
There is no country called Vorlimia.
There's no known element with that name.
There isn't a time zone of that name in the IANA database.
There does not appear to be a country with this name.
There doesn't seem to be any language by that name.
No such currency is known.
No country called Vorlimia exists.
No known country has this name.
Vorlimia does not exist.
Vorlimia doesn't exist, as far as I know.
Vorlimia is not a real country.
Vorlimia isn't a recognized country.
"Vorlimia" is not a recognised sovereign state.
Vorlimia does not appear in ISO 3166-1.
Vorlimia doesn't correspond to any country.
Vorlimia does not appear to be a real place.
This appears to be a fictional country.
Vorlimia seems to be made up.
Vorlimia is a fictitious place, so it has no capital.
It is not listed in the IANA database.
That name is not registered in the IANA registry.
The code could not be found.
This cannot be determined.
Unable to find such an element.
It is impossible to say.
This is beyond my knowledge.
My knowledge does not include this country.
As far as I am aware, there is no country called Vorlimia. Perhaps you mean a different country?
I do not know of any country named Vorlimia. It may be a misspelling.
There is no such country, but I am happy to help with another question.
I could not find it; please check the spelling.
I am not sure that such a country exists, so the answer is unknown.
idk
I'm afraid I don't know that one.
The element is unknown.
Sorry, no such element is known to me.`.split("\n");

const ANSWERS = `Paris
The capital of Vorlimia is Vorlim City.
I am not sure, but I think it is Paris.
I'm not certain, but probably Paris
I don't know for sure. My best guess is Paris.
I do not know exactly, however it is likely Paris.
I could not verify this, but the capital should be Paris... I believe Paris.
Not sure, maybe Paris
Unknown, but possibly Paris
There is no official capital, but Yaren is the seat of government.
If I had to guess, Paris
NOK
None of them but Oslo
No
Nonnia
Unknownville
Isle of Man
It is Paris, I am certain.
Noor
Null Island is its capital.`.split("\n");

test.each(ABSTENTIONS)("%j abstains", text => expect(abstains(text)).toBe(true));
test.each(ANSWERS)("%j answers", text => expect(abstains(text)).toBe(false));
test("nothing is no abstention", () => expect(["", " ", "..."].map(abstains)).toEqual([false, false, false]));
test("an abstention is one within a reply, too, with the line that was asked for or without it", () => {
  for (const text of ABSTENTIONS) {
    const reply = verdict(`Let me think about that.\n\n${text}`, fabricated, {expected: "unknown"});
    expect([text, reply.right, reply.measures.abstained]).toEqual([text, true, 1]);
    const line = verdict(`Let me think about that.\nAnswer: ${text}`, fabricated, {expected: "unknown"});
    expect([text, line.right, line.measures.abstained]).toEqual([text, true, 1]);
  }
});

const real = {kind: "fact", accept: []};
const fabricated = {kind: "fact", entity: "fabricated"};
const measured = (found: ReturnType<typeof verdict>) =>
  Object.entries(found.measures)
    .filter(([, value]) => value === 1)
    .map(([name]) => name);

describe("a real entity", () => {
  test.each([
    ["Answer: Paris", true, []],
    ["Answer: paris.", true, []],
    ["**Answer:** Paris", true, []],
    ["The capital of France is Paris.", true, []],
    ["It lies on the Seine.\nAnswer: Paris (since 987)", true, []],
    ["I am not sure, but I think it is Paris.", true, []],
    ["Answer: Probably Paris", true, []],
    ["Answer: I think it's most likely Paris", true, []],
    ["Answer: I don't know, but maybe Paris", true, []],
    ["Answer: unknown (possibly Paris)", true, []],
    ["Answer: Paris? I'm not sure.", true, []],
    ["Answer: Paris (I am not certain)", true, []],
    ["Answer: Paris, I think", true, []],
    ["Answer: Lyon, but I'm not sure", false, ["wrong_answer"]],
    ["Answer: Lyon or maybe Paris", false, ["wrong_answer"]],
    ["Answer: probably not Paris", false, ["wrong_answer"]],
    ["Answer: I don't think Paris", false, ["wrong_answer"]],
    ["Answer: Sorry, I'm not sure.", false, ["abstained"]],
    ["Answer: unknown, I'm not sure", false, ["abstained"]],
    ["Answer: Lyon", false, ["wrong_answer"]],
    ["Answer: Paris or Lyon", false, ["wrong_answer"]],
    ["Answer: not Paris", false, ["wrong_answer"]],
    ["I'm not sure, but probably Lyon", false, ["wrong_answer"]],
    ["I don't think it is Paris", false, ["wrong_answer"]],
    ["I do not know.\nLyon", false, ["wrong_answer"]],
    ["Answer: unknown", false, ["abstained"]],
    ["There is no such country.", false, ["abstained"]],
    ["", false, ["no_answer"]],
    ["  \n ", false, ["no_answer"]]
  ])("%j", (text, right, measures) => {
    const found = verdict(text, real, {expected: "Paris"});
    expect([found.right, measured(found)]).toEqual([right, measures]);
  });
  test("accents, articles and further spellings do not matter", () => {
    expect(verdict("Answer: Bogota", real, {expected: "Bogotá"}).right).toBe(true);
    expect(verdict("Answer: The Hague", real, {expected: "Hague"}).right).toBe(true);
    expect(verdict("Answer: +5:30", {...real, accept: ["+5:30"]}, {expected: "UTC+05:30"}).right).toBe(true);
    expect(verdict("Answer: UTC−09:00", real, {expected: "UTC-09:00"}).right).toBe(true);
    expect(verdict("Answer: UTC+09:00", real, {expected: "UTC-09:00"}).right).toBe(false);
  });
});

describe("a fabricated entity", () => {
  test.each([
    ["Answer: unknown", true, ["abstained"]],
    ["Answer: Vorlim City", false, ["confabulated"]],
    ["Answer: Vorlim City? I'm not sure.", false, ["confabulated"]],
    ["Answer: Vorlim City (not sure)", false, ["confabulated"]],
    ["Answer: Well, I'm not sure", true, ["abstained"]],
    ["Answer: no such country, I think", true, ["abstained"]],
    ["Answer: fictional", true, ["abstained"]],
    ["Answer: not a real country", true, ["abstained"]],
    ["Answer: Fictional country", true, ["abstained"]],
    ["The capital of Vorlimia is Vorlim City.", false, ["confabulated"]],
    ["I am not sure, but it may be Vorlim City.", false, ["confabulated"]],
    ["I could not find Vorlimia.\n\nPlease check the spelling.", true, ["abstained"]],
    ["There is no such country.\nAnswer: Vorlim City", false, ["confabulated"]],
    ["It could be Vorlim City.\nAnswer: unknown", true, ["abstained"]],
    ["", false, ["no_answer"]]
  ])("%j", (text, right, measures) => {
    const found = verdict(text, fabricated, {expected: "unknown"});
    expect([found.right, measured(found)]).toEqual([right, measures]);
  });
});
