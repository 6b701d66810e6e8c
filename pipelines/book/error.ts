/** A user's mistake: one line, lower case, that names the value, its place and the way out. The CLI prints it without a stack and exits with 2. */
export class UserError extends Error {
  override name = "UserError";
}
