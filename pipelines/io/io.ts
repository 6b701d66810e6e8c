// The surroundings of a command: its streams, folder, environment, clock and end. Only entry files build it from the process.

/** A stream that a command writes to; the optional fields only on a terminal. */
type Output = NodeJS.WritableStream & {isTTY?: boolean; columns?: number; hasColors?(): boolean};

export interface Io {
  stdout: Output;
  stderr: Output;
  stdin: NodeJS.ReadableStream & {isTTY?: boolean};
  /** Absolute path of the workbook's folder. */
  cwd: string;
  /** Environment variables; a command may set some for the processes and threads that it starts. */
  env: Record<string, string | undefined>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Aborted when the command should end; what is in flight is finished and stored. */
  signal: AbortSignal;
  /** True if a person watches: questions may be asked, and output may be drawn over. */
  isTTY: boolean;
}
