// Errors of work that failed, and of the disposal of what it had opened.

/** The errors in the order in which they occurred: the first failure, then those of the disposals that it led to. */
export function errorsInOrder(error: unknown): unknown[] {
  const {name, error: disposalError, suppressed} = (error ?? {}) as {name?: string; error?: unknown; suppressed?: unknown};
  return name === "SuppressedError" ? [...errorsInOrder(suppressed), ...errorsInOrder(disposalError)] : [error];
}
