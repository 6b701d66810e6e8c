// The command line as a process.
import {processIo} from "../io/node.process.js";
import {main} from "./main.js";

// A reader that closes the pipe (`| head`) ends other commands, but not a run, whose answers are paid for.
process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
  const {underWay} = await import("../run/interrupt.js");
  if (underWay()) return;
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.stderr.on("error", () => {}); // stderr has been closed, so that nothing can be reported

const code = await main(process.argv.slice(2), processIo());
process.exitCode = code;
if (code === 130) process.exit(); // a forced end does not wait for sockets to close
