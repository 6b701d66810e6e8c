// Layouts of questions about long texts: BABILong (Kuratov et al. 2024) and LongReason (Ling et al. 2025).
import {type Fields, letterPlace, text, texts} from "./fields.js";
import {type Layout, optional, scorer} from "./layout.js";

const PLACES = ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office"];
const YES_NO = ["yes", "no"];

/** The words that may be answers to each of the bAbI tasks (Weston et al. 2015); of a path its directions. */
const LABELS: Record<string, readonly string[]> = {
  qa1: PLACES,
  qa2: PLACES,
  qa3: PLACES,
  qa4: PLACES,
  qa5: ["Bill", "Fred", "Jeff", "Mary", "apple", "football", "milk"],
  qa6: YES_NO,
  qa7: ["none", "one", "two", "three", "four"],
  qa8: ["apple", "football", "milk", "nothing"],
  qa9: YES_NO,
  qa10: [...YES_NO, "maybe"],
  qa11: PLACES,
  qa12: PLACES,
  qa13: PLACES,
  qa14: ["bedroom", "cinema", "kitchen", "office", "park", "school"],
  qa15: ["cat", "mouse", "sheep", "wolf"],
  qa16: ["gray", "green", "white", "yellow"],
  qa17: YES_NO,
  qa18: YES_NO,
  qa19: ["n", "s", "e", "w"],
  qa20: ["bedroom", "bored", "garden", "hungry", "kitchen", "thirsty", "tired"]
};
const TASK = /(?:^|[^a-z])(qa(?:1\d|20|[1-9]))(?!\d)/iu;
const LENGTH = /(?:^|[^\d.a-z])(\d+[km])(?![a-z\d])/giu;
/** LongReason's splits that have no length. */
const SPLIT = /(?:^|[^a-z])(original|expanded)(?![a-z])/iu;

/** What a file's name says first, and the folders above it as whole names: data/qa1/4k.json, 4k/qa1-00000-of-00001.parquet, qa1_4k.jsonl. */
function fromPath(path: string, pattern: RegExp): string | undefined {
  const [base = "", ...folders] = path.split("/").toReversed();
  const found = [...base.matchAll(new RegExp(pattern, "giu"))].at(-1) ?? folders.map(each => wholly(each, pattern)).find(Boolean);
  return found?.[1]?.toLowerCase();
}

function wholly(folder: string, pattern: RegExp): RegExpExecArray | null {
  const found = new RegExp(pattern, "iu").exec(folder);
  return found?.[0] === folder ? found : null;
}

const given = (record: Fields, ...names: string[]): string | undefined =>
  names.map(name => text(record[name])?.trim().toLowerCase()).find(Boolean);

export const longLayouts: Record<"babilong" | "longreason", Layout> = {
  babilong: {
    summary:
      "`input`, `question`, `target`; task (qa1 to qa20) and length (0k, 4k, 1m) are fields `task` and `length`, or in the names of file and folders",
    scorer: scorer({kind: "label"}),
    needs: ["input"],
    path: true,
    prompt: {instruction: "Answer in one short sentence that names nothing but the answer."},
    read(record, path) {
      const task = given(record, "task") ?? fromPath(path, TASK);
      const labels = LABELS[task ?? ""];
      if (!labels)
        return task === undefined
          ? "no task; give a field task, or name the file after it: qa1 to qa20"
          : `task ${JSON.stringify(task.slice(0, 40))} is none of qa1 to qa20`;
      const asked = text(record.question)?.trim() ?? "";
      if (asked === "") return "missing question";
      const input = text(record.input)?.trim() ?? "";
      if (input === "") return "missing input";
      const length = given(record, "length") ?? fromPath(path, LENGTH);
      return {
        question: `${input}\n\n${asked}`,
        ...optional("answer", text(record.target)?.trim()),
        category: length === undefined ? task! : `${task} ${length}`,
        scorer: scorer({kind: "label", labels, asked})
      };
    }
  },
  longreason: {
    summary:
      "`prompt`, or `background` and `final_inquiry`, or `question`; `answer` (letter, or text), `choices` where the text lists none, `example_idx`, `analysis`; the length is the file's name (8k, expanded) or a field `length`",
    scorer: scorer({kind: "exact"}),
    needs: ["final_inquiry", "background"],
    path: true,
    read(record, path) {
      const [prompt, background, inquiry, question] = ["prompt", "background", "final_inquiry", "question"].map(name =>
        (text(record[name]) ?? "").trim()
      ) as [string, string, string, string];
      const asked = prompt || (background && inquiry ? `${background}\n\n${inquiry}` : question);
      if (asked === "") return "missing question";
      const answer = text(record.answer)?.trim();
      const length = given(record, "length", "split") ?? fromPath(path, LENGTH) ?? fromPath(path, SPLIT);
      const id = text(record.example_idx);
      const own = texts(record.choices) ?? [];
      const listed =
        own.length > 0
          ? []
          : (listedIn(asked) ?? (asked === prompt ? (listedIn(inquiry) ?? listedIn(question)) : undefined) ?? []);
      const choices = own.length > 0 ? own : listed;
      const right = answer === undefined || choices.length === 0 ? undefined : (letterPlace(answer) ?? choices.indexOf(answer));
      return {
        question: asked,
        ...(choices.length > 0 && {choices, scorer: scorer({kind: "choice"}), ...(right !== undefined && {right})}),
        ...optional("answer", answer),
        ...(listed.length > 0 && {listed: true as const}),
        ...optional("id", id === undefined || length === undefined ? id : `${id} ${length}`),
        ...optional("category", length),
        ...optional("reasoning", text(record.analysis)?.trim() || undefined)
      };
    }
  }
};

const OPTION = /^[ \t]*\(?([A-Z])[).:][ \t]*(\S.*)$/gmu;
/** Characters at the end of a text in which its options are looked for. */
const LAST = 20_000;

/** The last options that a text lists, one a line, from A on; undefined where it lists none. */
function listedIn(asked: string): string[] | undefined {
  const options: string[] = [];
  for (const [, letter, option] of asked.slice(-LAST).matchAll(OPTION)) {
    if (letter === "A") options.length = 0;
    if (letterPlace(letter) === options.length) options.push(option!.trim());
  }
  return options.length >= 2 ? options : undefined;
}
