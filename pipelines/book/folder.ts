// Where a workbook keeps its own files.
/** The folder of a workbook's own files; paths in them are relative to it. */
export const FOLDER = "data";
