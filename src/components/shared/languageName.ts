// Names of languages.

/** English name of a language, or its code where it is none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", {type: "language"}).of(code) ?? code;
  } catch {
    return code;
  }
}
