// Tasks "expanded-…": questions of another task in long texts, what they speak of apart from what they ask. After LongReason (Ling et al. 2025).

import {z} from "zod";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {BACKGROUND_FIELDS, backgroundFields, type Placed, refusedLength} from "../background/insert.node.js";
import {surrounded} from "../background/surrounded.node.js";
import {refuse} from "../parts/params.js";
import {canonicalJson, randomOf} from "../seed.js";
import type {Task} from "../task.js";

/** What stands before the name of the other task. */
export const EXPANDED = "expanded-";
/** Increased whenever the same question would be expanded in another way. */
const VERSION = 2;
/** Questions by which the length of others is judged, and how much longer one may be. */
const TRIALS = 6;
const MARGIN = 1.5;

/** How what a question speaks of is cut: each line apart, or not at all. */
export type Cut = "lines" | "whole";

/** A parameter of the inner task that has the name of one of a background's. */
const outerName = (name: string): string => (Object.hasOwn(backgroundFields, name) ? `inner_${name}` : name);

/**
 * The task that asks another one's questions in long texts. At `context_tokens` 0 they are the other task's own. Answer, scorer, options and
 * chance of guessing are those of the other task.
 */
export function expanded(inner: Task, cut: Cut): Task {
  const {shape} = inner.params as z.ZodObject;
  const innerOf = (params: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(shape).map(name => [name, params[outerName(name)]]));
  const needed = new Map<string, number>();
  /** Tokens in which a question of these parameters fits, very likely. */
  const tokensOf = (params: unknown, tokenizer: Placed["tokenizer"]): number => {
    const key = canonicalJson([params, tokenizer]);
    let most = needed.get(key);
    if (most === undefined) {
      const count = tokenCounter(tokenizer);
      const lengths = Array.from({length: TRIALS}, (_, i) =>
        count(inner.generate(params, randomOf(`expanded ${inner.name} trial ${i}`)).prompt)
      );
      needed.set(key, (most = Math.ceil(MARGIN * Math.max(...lengths))));
    }
    return most;
  };
  const params = z
    .strictObject({
      ...Object.fromEntries(Object.entries(shape).map(([name, field]) => [outerName(name), field as z.ZodType])),
      ...backgroundFields
    })
    .superRefine((given, context) => {
      if (context.issues.length > 0) return; // a parameter that is wrong by itself has been told
      const own = innerOf(given);
      const result = inner.params.safeParse(own);
      if (!result.success) {
        for (const {path, message} of result.error.issues)
          context.addIssue({
            code: "custom",
            path: path.map(step => (typeof step === "string" ? outerName(step) : step)),
            message
          });
        return;
      }
      const placed = given as Placed;
      if (placed.context_tokens === 0) return;
      const reason = refusedLength(placed, {
        sentences: 1,
        each: tokensOf(own, placed.tokenizer),
        what: `question of ${inner.name} with its statement`
      });
      if (reason !== undefined) refuse(context, reason);
    });
  return {
    name: `${EXPANDED}${inner.name}`,
    version: inner.version + VERSION - 1,
    summary: `The questions of ${inner.name} in long texts: what they speak of stands among other passages, what they ask behind them.`,
    params,
    paired: BACKGROUND_FIELDS,
    generate(given, random) {
      const params = given as Record<string, unknown>;
      const question = inner.generate(innerOf(params), random);
      const placed = params as unknown as Placed;
      if (placed.context_tokens === 0) return question;
      const {before, statement, after} = apart(question.prompt, question.expression!);
      const pieces = cut === "lines" ? statement.split("\n") : [statement];
      return {...question, prompt: surrounded({pieces, asked: `${before}\n\n${after}`}, {placed, random})};
    },
    answer: inner.answer,
    ...(inner.answer_format && {answer_format: inner.answer_format})
  };
}

/** Line feeds before the first line of an expression that asks: an option, a path, or a question. */
const INQUIRY = /\n+(?=\([A-Z]\) |Path: |Question: |Write a word |[^\n]*\?(?:\s|$))/u;

/**
 * A prompt cut into the rules before what it speaks of, that itself, and all behind it. What a question speaks of is its expression up to the
 * first line that asks; rules at the beginning of an expression, which end in an empty line, stay with the rules.
 */
function apart(prompt: string, expression: string): {before: string; statement: string; after: string} {
  const rules = expression.startsWith("- ") ? expression.indexOf("\n\n") + 2 : 0;
  const from = prompt.indexOf(`\n${expression}`) + 1 + rules;
  const asks = expression.slice(rules).search(INQUIRY);
  const to = asks < 0 ? from + expression.length - rules : from + asks;
  return {before: prompt.slice(0, from).trimEnd(), statement: prompt.slice(from, to), after: prompt.slice(to).trimStart()};
}
