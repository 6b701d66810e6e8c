// The version of the answer reader.

/** Increased whenever the same answer to the same test could get another reading. */
export const READER_VERSION = 3;
