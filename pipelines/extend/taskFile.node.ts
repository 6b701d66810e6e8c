// Checks a task of the user's own before anything rests on it. Each fault is one sentence that names what to do.
import type {z} from "zod";
import {answerFormatSchema} from "../book/answerFormat.js";
import {canonicalJson} from "../book/canonical.js";
import {explain} from "../book/issue.js";
import {nameSchema} from "../book/schemas.js";
import {questionsOf} from "../generate/question.js";
import type {AnswerForm, Question, Task} from "../generate/task.js";
import {EXPANDED} from "../generate/tasks/expanded.node.js";
import {kindOfForm} from "../score/answer/kinds.js";
import {readAnswer} from "../score/answer/read.js";
import {ENGLISH} from "../score/answer/values.js";
import {messageOf} from "./bundle.node.js";

/** Questions that are looked at: enough for a leak to be no accident, few enough to cost nothing. */
const LOOKED_AT = 24;
const SEED = 42;

type Params = Record<string, unknown>;

/** What keeps an exported value from being a task; null where nothing does. @param taken names that others have, and whose they are */
export function taskFault(value: unknown, {name, taken}: {name: string; taken: ReadonlyMap<string, string>}): string | null {
  if (typeof value !== "object" || value === null) return "its export is not a task; export one that task({…}) returns";
  return (
    identityFault(value as Partial<Task>, {name, taken}) ?? shapeFault(value as Partial<Task>) ?? questionsFault(value as Task)
  );
}

function identityFault(task: Partial<Task>, {name, taken}: {name: string; taken: ReadonlyMap<string, string>}): string | null {
  if (typeof task.name !== "string") return "its task has no name; name it as its file is";
  if (task.name !== name)
    return `its task is named ${JSON.stringify(task.name)}; name it ${JSON.stringify(name)}, as its file is`;
  if (!nameSchema.safeParse(name).success || /[/@:]/u.test(name))
    return `${JSON.stringify(name)} is not a name for a task; use letters, digits, hyphens and dots`;
  const whose = taken.get(name);
  if (whose) return `${JSON.stringify(name)} is the name of ${whose}; choose another`;
  if (name.startsWith(EXPANDED)) return `names with ${EXPANDED} in front are those of tasks in long texts; choose another`;
  if (task.version === undefined) return "its task has no version; write version: 1, and raise it when questions change";
  if (!Number.isSafeInteger(task.version) || task.version < 1)
    return `version ${String(task.version)} is not a whole number of at least 1`;
  return null;
}

function shapeFault({summary, params, answer, answer_format, generate, paired = []}: Partial<Task>): string | null {
  if (typeof summary !== "string" || summary.trim() === "") return "its task has no summary; say in one sentence what it asks";
  if (typeof generate !== "function") return "its task has no generate(params, random)";
  if (typeof (params as z.ZodType | undefined)?.safeParse !== "function")
    return "its task has no params; give z.strictObject({})";
  if (
    answer === undefined ||
    (!("values" in answer) && !(answer.literal instanceof RegExp && typeof answer.normalise === "function"))
  )
    return "its task has no answer form {literal, normalise}; reasonbook/extend has integerForm, numberForm, letterForm and lineForm";
  const format = answerFormatSchema.optional().safeParse(answer_format);
  if (!format.success) return `answer_format: ${explain(format.error, {value: answer_format, schema: answerFormatSchema}).text}`;
  if (!("literal" in answer)) return paramsFault(params!, paired);
  if (!answer.literal.global || !answer.literal.unicode) return "the literal of its answer form must have the flags g and u";
  return paramsFault(params!, paired);
}

function paramsFault(params: z.ZodType, paired: readonly string[]): string | null {
  const parsed = params.safeParse({});
  if (!parsed.success) {
    const {text} = explain(parsed.error, {value: {}, schema: params});
    return `params refuse {}, so that a parameter has no default: ${text}`;
  }
  const defaults = parsed.data as Params;
  if (params.safeParse({...defaults, "no such parameter": 1}).success)
    return "params take a name that is not a parameter; make them with z.strictObject";
  if ("count" in defaults) return 'a parameter may not be named "count"';
  const unknown = paired.find(name => !(name in defaults));
  if (unknown !== undefined) return `paired names ${JSON.stringify(unknown)}, which is not a parameter with a default`;
  const again = params.safeParse(defaults);
  try {
    if (again.success && canonicalJson(again.data as Params) === canonicalJson(defaults)) return null;
  } catch {
    return "a parameter's default is not JSON";
  }
  return "params read their own defaults as something else, so that a point would have two identities";
}

/** What is wrong with the questions at the default parameters. */
function questionsFault(task: Task): string | null {
  const params = task.params.parse({}) as Params;
  const chance = chanceCalled();
  try {
    const first = questionsOf(task, {params, seed: SEED});
    const asked: Question[] = [];
    for (let index = 0; index < LOOKED_AT; index++) {
      const question = first(index);
      const fault = questionFault(question, task.answer);
      if (fault) return `question ${index} at its default parameters ${fault}`;
      asked.push(question);
    }
    // Backwards, so that a question which depends on what was asked before is another one now.
    const second = questionsOf(task, {params, seed: SEED});
    for (let index = LOOKED_AT - 1; index >= 0; index--)
      if (JSON.stringify(second(index)) !== JSON.stringify(asked[index]))
        return `question ${index} at its default parameters differs when it is asked for again; draw only from random`;
    if (chance.called()) return "generate calls Math.random; draw only from random, which is the same on every machine";
    if (new Set(asked.map(({prompt}) => prompt)).size === 1)
      return `all of ${LOOKED_AT} questions at its default parameters are the same; draw them from random`;
    return leakIn(asked, task.answer);
  } catch (error) {
    return `generate throws at its default parameters: ${messageOf(error)}`;
  } finally {
    chance.restore();
  }
}

function questionFault(question: Question, answer: AnswerForm): string | null {
  if (question instanceof Promise) return "is a promise; generate may not be async";
  if (typeof question !== "object" || question === null) return "is none; return {prompt, expected, guessChance}";
  const {prompt, expected, guessChance, choices} = question;
  if (typeof prompt !== "string" || prompt.trim() === "") return "has no prompt";
  if (typeof expected !== "string" || expected === "") return "has no expected answer as text";
  if (typeof guessChance !== "number" || !(guessChance >= 0 && guessChance < 1))
    return `has guessChance ${String(guessChance)}; give the probability of a right guess, at least 0 and less than 1`;
  if (choices !== undefined && (!Array.isArray(choices) || choices.length < 2 || new Set(choices).size < choices.length))
    return "has choices that are not two or more different texts";
  const kind = kindOfForm(answer);
  const spelled = kind.spell(expected, ENGLISH);
  if (spelled !== expected)
    return `expects ${JSON.stringify(expected)}, which its answer form spells ${spelled === null ? "not at all" : JSON.stringify(spelled)}`;
  const found = readAnswer(`Answer: ${expected}`, kind);
  if (found.answer !== expected)
    return `expects ${JSON.stringify(expected)}, but in "Answer: ${expected}" its answer form finds ${JSON.stringify(found.answer)}`;
  return null;
}

/** Prompts that state their own answer, and no other, as a model would. One alone may be an accident, such as an example of how to answer. */
function leakIn(asked: readonly Question[], answer: AnswerForm): string | null {
  if (new Set(asked.map(({expected}) => expected)).size === 1)
    return `all of ${LOOKED_AT} questions at its default parameters have the answer ${JSON.stringify(asked[0]!.expected)}`;
  const stated = (prompt: string) =>
    new Set(
      prompt.split("\n").flatMap(line => {
        const found = /\banswer\b/iu.test(line) ? readAnswer(line, kindOfForm(answer)) : null;
        return found?.rule === "answer is" || found?.rule === "answer line" ? [found.answer] : [];
      })
    );
  const leaks = asked.every(({prompt, expected}) => {
    const found = stated(prompt);
    return found.size === 1 && found.has(expected);
  });
  return leaks ? `its prompts state the answer, such as ${JSON.stringify(asked[0]!.expected)} in question 0; leave it out` : null;
}

/** Notes whether the machine's own chance is asked, which a second call may or may not show. */
function chanceCalled(): {called(): boolean; restore(): void} {
  const {random} = Math;
  let called = false;
  Math.random = () => {
    called = true;
    return random();
  };
  return {called: () => called, restore: () => (Math.random = random)};
}
