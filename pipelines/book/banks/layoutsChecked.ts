// Layouts of benchmarks whose answers a program checks: code and instructions.

import {jsonOf} from "../../rows/json.js";
import {INSTRUCTIONS, type InstructionId} from "../scorers.js";
import {isMap, text, texts} from "./fields.js";
import {type Layout, scorer} from "./layout.js";

const known = new Set<string>(INSTRUCTIONS);

export const checkedLayouts: Record<"humaneval" | "mbpp" | "ifeval", Layout> = {
  humaneval: {
    summary: "`task_id`, `prompt`, `entry_point`, `test`, `canonical_solution`",
    scorer: scorer({kind: "code"}),
    needs: ["entry_point"],
    read(record) {
      const [prompt, entry, test] = [text(record.prompt) ?? "", text(record.entry_point) ?? "", text(record.test) ?? ""];
      if (test === "") return "missing test";
      return {
        question: prompt,
        answer: text(record.canonical_solution) ?? "",
        id: text(record.task_id) ?? "",
        scorer: scorer({kind: "code", tests: `${test}\n\ncheck(${entry})`, entry_point: entry, before: prompt, completes: true})
      };
    }
  },
  mbpp: {
    summary: "`task_id`, `text` or `prompt`, `code`, `test_list`, `test_setup_code` or `test_imports`",
    scorer: scorer({kind: "code"}),
    needs: ["test_list"],
    read(record) {
      const tests = texts(record.test_list) ?? [];
      if (tests.length === 0) return "missing test_list";
      const setup = text(record.test_setup_code) ?? (texts(record.test_imports) ?? []).join("\n");
      return {
        question: `${text(record.text) ?? text(record.prompt) ?? ""}\n\nYour program should pass these tests:\n\n${tests.join("\n")}`,
        answer: text(record.code) ?? "",
        id: text(record.task_id) ?? "",
        scorer: scorer({kind: "code", tests: [setup, ...tests].filter(Boolean).join("\n")})
      };
    }
  },
  ifeval: {
    summary: "`key`, `prompt`, `instruction_id_list`, `kwargs`",
    scorer: scorer({kind: "exact"}),
    needs: ["instruction_id_list"],
    read(record) {
      const ids = texts(record.instruction_id_list) ?? [];
      if (ids.length === 0) return "missing instruction_id_list";
      const unknown = ids.find(id => !known.has(id));
      if (unknown) return `unknown instruction ${JSON.stringify(unknown)}`;
      const given = typeof record.kwargs === "string" ? jsonOf(record.kwargs) : record.kwargs;
      const list = Array.isArray(given) ? given : [];
      const instructions = ids.map((id, i) => ({id: id as InstructionId, kwargs: withoutNulls(list[i])}));
      return {
        question: text(record.prompt) ?? "",
        id: text(record.key) ?? "",
        category: ids[0]!.split(":")[0]!,
        scorer: scorer({kind: "instructions", instructions})
      };
    }
  }
};

const withoutNulls = (value: unknown): Record<string, unknown> =>
  isMap(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, each]) => each !== null && each !== undefined)
          .map(([name, each]) => [name, typeof each === "bigint" ? Number(each) : each])
      )
    : {};
