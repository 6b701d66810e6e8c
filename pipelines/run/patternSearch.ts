// Searches a text for a pattern from a file, with a time limit: some patterns take years on some texts.
import {createContext, Script} from "node:vm";

const context = createContext(Object.create(null) as {pattern?: RegExp; text?: string});
const script = new Script("pattern.test(text)");

/** Whether the pattern is found; null where the search takes longer than allowed. */
export function patternSearch(pattern: RegExp, text: string, milliseconds: number): boolean | null {
  Object.assign(context, {pattern, text});
  try {
    return script.runInContext(context, {timeout: milliseconds}) as boolean;
  } catch (error) {
    if ((error as {code?: string}).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  } finally {
    Object.assign(context, {pattern: undefined, text: undefined});
  }
}
