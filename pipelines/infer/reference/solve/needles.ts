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
    const recalled = (pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].filter(({index}) => mind.recalls(tokens, index / text.length)).map(([, code]) => code!);
    const answer = found() ?? [guessed()];
    return {steps: [], answer: [...new Set(answer)].sort().join(", ")};

    function found(): string[] | null {
      const [value, all, record, number, frequent] = Object.values(QUESTIONS).map(pattern => pattern.exec(question)?.[1]);
      const some = (codes: string[]) => (codes.length > 0 ? codes : null);
      if (value) return some(recalled(new RegExp(`The code of ${value} is (\\w{6})\\.`, "gu")));
      if (all) return some(recalled(new RegExp(`One of the codes of ${all} is (\\w{6})\\.`, "gu")));
      if (record) return some(recalled(new RegExp(`Record ${record} holds (\\w{6})\\.`, "gu")));
      if (number) {
        const chain = recalled(new RegExp(`Variable (\\w{6}) = ${number}\\.`, "gu"));
        for (const name of chain) chain.push(...recalled(new RegExp(`Variable (\\w{6}) = variable ${name}\\.`, "gu")));
        return some(chain);
      }
      const counts = new Map<string, number>();
      for (const code of recalled(new RegExp(`(${CODE.source})`, "gu"))) counts.set(code, (counts.get(code) ?? 0) + 1);
      const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, Number(frequent));
      return some(most.map(([code]) => code));
    }

    function guessed(): string {
      const codes = text.match(CODE) ?? ["AA0000"];
      return mind.random.pick(codes);
    }
  }
};
