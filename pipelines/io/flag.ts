/** Returns the command-line flag of a field, without its dashes: underscores become hyphens. */
export const flagOf = (field: string): string => field.replaceAll("_", "-");
