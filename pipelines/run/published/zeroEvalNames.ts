// Names that ZeroEval's table of accuracies gives to the models of its files of answers, where they are not the file's own name.
// Each is proven by the table's other columns (published.foreign.test.ts): number of answers, accuracy, share without an answer, mean length of
// the reasoning. All 44 files of GSM8K and all 22 of MATH level 5 have a published accuracy.

export type ZeroEvalSet = "gsm" | "math-l5";

const PUBLISHED_NAMES: Readonly<Record<ZeroEvalSet, Readonly<Record<string, string>>>> = {
  gsm: {
    "DeepSeek-Coder-V2-0724": "deepseek-v2-coder-0724",
    "Llama-3.1-405B-Instruct-Turbo": "Llama-3.1-405B-Inst-fp8@together",
    "Meta-Llama-3.1-405B-Instruct@hyperbolic": "Llama-3.1-405B-Inst@hyperbolic",
    "deepseek-chat": "deepseek-v2-chat-0628",
    "deepseek-coder": "deepseek-v2-coder-0614",
    "gemma-2-27b-it@together": "gemma-2-27b-it"
  },
  "math-l5": {"Meta-Llama-3.1-405B-Instruct@hyperbolic": "Llama-3.1-405B-Inst@hyperbolic"}
};

/** The published name of the model of a file. */
export const publishedName = (set: ZeroEvalSet, file: string): string => PUBLISHED_NAMES[set][file] ?? file;
