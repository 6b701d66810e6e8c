// Solver of the task "needles": finds codes in a text, as far as they are recalled.
import {apart, CHARACTERS_PER_TOKEN, textAsked} from "./longText.js";
import type {Solver} from "./solver.js";

const CODE = /[A-Z]{2}\d{4}/gu;
const QUESTIONS = {
  value: /^What is the code of (the \w+ \w+)\?$/u,
  all: /^What are all codes of (the \w+ \w+)\?$/u,
  record: /^What does record (\w+) hold\?$/u,
  variables: /^Which variables have the value (\d+)\?$/u,
  frequent: /^Which (\d+) codes occur most often in the list\?$/u
};

export const needles: Solver = {
  read(prompt) {
    const asked = textAsked(prompt);
    return asked && Object.values(QUESTIONS).some(pattern => pattern.test(asked.question))
      ? `${asked.text}\n\nQuestion: ${asked.question}`
      : null;
  },
  solve(read, mind) {
    const {text, question} = apart(read);
    const tokens = text.length / CHARACTERS_PER_TOKEN;
    const steps: string[] = [];
    /** Codes that answer the question, recalled or not. */
    const asked = new Set<string>();
    const isRecalled = ({index}: {index: number}): boolean => mind.recalls(tokens, index / text.length);
    /** The codes of the recalled sentences of this form, which are noted as steps. */
    const told = (sentence: string): string[] => {
      const all = [...text.matchAll(new RegExp(`${sentence}(?=\\.)`, "gu"))];
      for (const [, code] of all) asked.add(code!);
      return all.filter(isRecalled).map(([said, code]) => {
        steps.push(`The text says: ${said}`);
        return code!;
      });
    };
    const answer = found() ?? [guessed()];
    return {steps, answer: [...new Set(answer)].sort().join(", ")};

    function found(): string[] | null {
      const [value, all, record, number, frequent] = Object.values(QUESTIONS).map(pattern => pattern.exec(question)?.[1]);
      const some = (codes: string[]) => (codes.length > 0 ? codes : null);
      if (value) return some(told(`The code of ${value} is (\\w{6})`));
      if (all) return some(told(`One of the codes of ${all} is (\\w{6})`));
      if (record) return some(told(`Record ${record} holds (\\w{6})`));
      if (number) {
        const chain = told(`Variable (\\w{6}) = ${number}`);
        for (const name of chain) chain.push(...told(`Variable (\\w{6}) = variable ${name}`));
        return some(chain);
      }
      const counts = new Map<string, number>();
      for (const [code] of [...text.matchAll(CODE)].filter(isRecalled)) counts.set(code, (counts.get(code) ?? 0) + 1);
      const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, Number(frequent));
      for (const [code, times] of most) steps.push(`I count ${code} ${times} times`);
      return some(most.map(([code]) => code));
    }

    /** Another code of the text; where it has none, one that is made up. */
    function guessed(): string {
      steps.push("I find no such code in the text");
      const {random} = mind;
      const others = (text.match(CODE) ?? []).filter(code => !asked.has(code));
      if (others.length > 0) return random.pick(others);
      const letter = () => String.fromCharCode(65 + random.integer(0, 25));
      return `${letter()}${letter()}${random.integer(1000, 9999)}`;
    }
  }
};
