// Calls functions of other people with a time limit: some patterns take years on some texts.
import {createContext, Script} from "node:vm";

const context = createContext(Object.create(null) as {work?: () => unknown});
const script = new Script("work()");

/** The result of a function that is not async; null where it takes longer than allowed. */
export function withinTime<T>(work: () => T, milliseconds: number): {value: T} | null {
  const before = context.work; // the function may call this one
  context.work = work;
  try {
    return {value: script.runInContext(context, {timeout: milliseconds}) as T};
  } catch (error) {
    if ((error as {code?: string}).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  } finally {
    context.work = before;
  }
}
