// Recognises a file whose expected values are of several kinds: numbers, and now and then a text that no number equals.
import type {Test} from "../generate/task.js";

/** Fewest values of a task that are compared. */
const MIN_VALUES = 20;
/** Share of a task's values from which on they are the kind that the others should be of. */
const MIN_SHARE = 0.8;
/** Longest value that is a number or a letter by its marks. */
const MAX_LENGTH = 60;

type Kind = "number" | "letter" | "text" | "other";
/** Kinds whose values are found by their form; a task of texts may have numbers among them. */
const FORMS = ["number", "letter"] as const;

const NUMBER = /^(?:#{1,4}\s*)?[-+−]?\s?\p{Sc}?\s?(?:\d[\d.,_'\u00a0\u202f ]*|\.\d+)(?:e[-+]?\d+)?(?:\/\d+)?\s?%?$/iu;

/** The kind of a value. `other` is an expression or a mark, which may stand for a number. */
export function kindOf(value: string): Kind {
  const text = value.trim();
  if (/^[-+]?\d+$/.test(text)) return "number";
  if (text.length <= MAX_LENGTH && NUMBER.test(text)) return "number";
  if (/^\(?[A-Z]\)?[.:]?$/.test(text)) return "letter";
  return /\p{L}{2}/u.test(text.slice(0, 1_000).replace(/\\[A-Za-z]+/g, " ")) ? "text" : "other";
}

export interface ExpectedKinds {
  add(test: Pick<Test, "item_id" | "base_task" | "expected" | "choices">): void;
  /** One sentence about the task in which most values are of another kind; none where all tasks are of one. */
  sentences(): string[];
}

/** Returns a collector that keeps counts and one example of each kind for each task. */
export function openExpectedKinds(): ExpectedKinds {
  const tasks = new Map<string, Map<Kind, {count: number; item: string; value: string}>>();
  return {
    add({item_id, base_task, expected, choices = []}) {
      if (choices.length > 0 || expected.trim() === "") return;
      let kinds = tasks.get(base_task);
      if (!kinds) tasks.set(base_task, (kinds = new Map()));
      const kind = kindOf(expected);
      const known = kinds.get(kind);
      if (known) known.count++;
      else kinds.set(kind, {count: 1, item: item_id, value: expected.slice(0, MAX_LENGTH)});
    },
    sentences() {
      const found = [...tasks].flatMap(([task, kinds]) => {
        const all = [...kinds.values()].reduce((sum, {count}) => sum + count, 0);
        const form = FORMS.find(kind => (kinds.get(kind)?.count ?? 0) >= MIN_SHARE * all);
        if (all < MIN_VALUES || !form) return [];
        const odd = [...kinds].filter(([kind]) => kind !== form && kind !== "other").map(([, tally]) => tally);
        const count = odd.reduce((sum, each) => sum + each.count, 0);
        return count > 0 ? [{task, form, all, of: kinds.get(form)!.count, count, first: odd[0]!}] : [];
      });
      const [most, ...others] = found.toSorted((a, b) => b.count - a.count);
      if (!most) return [];
      const {task, form, all, of, count, first} = most;
      const n = (value: number) => value.toLocaleString("en");
      return [
        `${task}: ${n(of)} of ${n(all)} expected values are ${form}s, ${n(count)} ${count === 1 ? "is" : "are"} not (first: item ${first.item}, expected ${JSON.stringify(first.value)})${others.length > 0 ? `; likewise ${others.length} other ${others.length === 1 ? "task" : "tasks"}` : ""}`
      ];
    }
  };
}
