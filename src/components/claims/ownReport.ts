// Reads a reader's own file of claims as text; a worker audits it.
import {type Reading, textOf} from "../shared/fileText.js";

export const ownReport = async (file: File, reading: Reading): Promise<{name: string; text: string}> => ({
  name: file.name,
  text: await textOf(file, {...reading, isStrict: true})
});
