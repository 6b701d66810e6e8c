// Layouts of benchmarks with several right answers to a question: SQuAD (Rajpurkar et al. 2016), LongBench (Bai et al. 2023), RULER (Hsieh et al. 2024).
import {canonicalLocale} from "../answerFormat.js";
import {answersIn, type Fields, isMap, map, text, texts} from "./fields.js";
import {type Layout, optional, scorer} from "./layout.js";

const TEXT = scorer({kind: "text"});

/** A text before the question about it, or the one of both that a record has. */
const asked = (context: unknown, question: unknown): string =>
  [context, question].flatMap(each => text(each)?.trim() || []).join("\n\n");

/** RULER's tasks by the names of files and folders: niah_multivalue, vt, cwe, fwe, qa_1. */
const RULER_TASK = /(?:^|[^a-z])((?:niah|vt|variable_tracking|cwe|fwe|qa)(?:_[a-z]+)?(?:_\d+)?)(?![a-z\d])/iu;
/** Names of tasks whose outputs are all asked for; those of others are spellings of one answer. */
const ASKS_ALL = /^(?:niah|vt|variable_tracking|cwe|fwe)/iu;
/** A length in tokens in the name of a file or folder: 4096, 128k. */
const LENGTH = /(?<![a-z\d])(?:\d{4,7}|\d{1,4}[km])(?![a-z\d])/iu;

export const readingLayouts: Record<"squad" | "longbench" | "ruler", Layout> = {
  squad: {
    summary:
      "`context`, `question`, `answers.text` (the first is expected, the others are accepted), `id`; or the original document",
    scorer: TEXT,
    needs: ["answers.text"],
    unfold: document => (isMap(document) && Array.isArray(document.data) ? document.data.flatMap(questionsOf) : undefined),
    read(record) {
      const answers = texts(map(record.answers)?.text);
      if (!answers) return "answers.text is not a list of texts";
      const [answer, ...accept] = answers;
      return {
        question: text(record.question)?.trim() ? asked(record.context, record.question) : "",
        ...optional("answer", answer),
        ...optional("id", text(record.id)),
        accept
      };
    }
  },
  longbench: {
    summary: "`context`, `input`, `answers` (likewise), `dataset` (the category), `language`, `_id`",
    scorer: TEXT,
    needs: ["answers"],
    read(record) {
      const answers = texts(record.answers);
      if (!answers) return "answers are not a list of texts";
      const [answer, ...accept] = answers;
      return {
        question: asked(record.context, record.input),
        ...optional("answer", answer),
        ...optional("id", text(record._id)),
        ...optional("category", text(record.dataset)),
        ...optional("locale", canonicalLocale(text(record.language) ?? "")), // of code it is a programming language
        accept
      };
    }
  },
  ruler: {
    summary:
      "`input`, `outputs` (all of tasks niah, vt, cwe and fwe; else the first is expected, the others are accepted); task and length are field `task`, or in the names of file and folders (niah_multivalue, 4096)",
    scorer: TEXT,
    needs: ["outputs"],
    path: true,
    read(record, path) {
      const outputs = texts(record.outputs) ?? answersIn(record.outputs);
      if (outputs.length === 0 && record.outputs !== undefined) return "outputs are not a list of texts";
      const names = path.split("/").toReversed();
      const task = text(record.task) ?? names.map(name => RULER_TASK.exec(name)?.[1]).find(Boolean);
      const length = names.map(name => LENGTH.exec(name)?.[0]).find(Boolean);
      const [answer, ...others] = outputs;
      const isSet = others.length > 0 && ASKS_ALL.test(task ?? "");
      const separator = outputs.some(each => each.includes(",")) ? ";" : ",";
      return {
        question: text(record.input)?.trim() ?? "",
        ...optional("answer", isSet ? outputs.join(`${separator} `) : answer),
        ...optional("category", task === undefined ? undefined : [task, length].filter(Boolean).join(" ")),
        ...(isSet ? {scorer: scorer({kind: "set", separator})} : {accept: others})
      };
    }
  }
};

/** The questions of an article in SQuAD's original document, each as a record of its own. */
function questionsOf(article: unknown): Fields[] {
  if (!isMap(article) || !Array.isArray(article.paragraphs)) return [];
  return article.paragraphs.filter(isMap).flatMap(({context, qas}) =>
    (Array.isArray(qas) ? qas.filter(isMap) : []).map(({id, question, answers}) => ({
      id,
      context,
      question,
      answers: {text: (Array.isArray(answers) ? answers.filter(isMap) : []).map(answer => answer.text)}
    }))
  );
}
