// A process that runs one command after the other, each as a process of its own would: what it has read and compiled for one serves the next.
// It is given the file of the command line, and a mark that ends the output of each command on both streams.
import {pathToFileURL} from "node:url";

const [, , file, mark] = process.argv;
const STREAMS = [process.stdout, process.stderr];

const clock = performance.now.bind(performance);

/** What a command is told by its process, as the message has it; time begins with it, since progress is shown only of what takes long. */
function enter({words, folder, env}) {
  const began = clock();
  performance.now = () => clock() - began;
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.argv[0], file, ...words];
  process.exitCode = undefined;
}

let count = 0;
/** Whether the command line has come to its end; `null` while no command runs. */
let settled = null;

process.on("message", async message => {
  enter(message);
  settled = false;
  process.channel.unref(); // so that nothing but the command keeps this process alive
  try {
    await import(`${pathToFileURL(file).href}?command=${count++}`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  settled = true;
});

// Now a process of its own would end: nothing is left to wait for.
process.on("beforeExit", () => {
  if (settled === null) return;
  const code = settled ? (process.exitCode ?? 0) : 13; // as Node has it where a promise is never kept
  settled = null;
  process.exitCode = undefined;
  for (const stream of STREAMS) {
    stream.removeAllListeners("error");
    stream.write(mark);
  }
  process.chdir("/"); // the command's folder may be removed
  process.channel.ref();
  process.send({code});
});
process.on("disconnect", () => process.exit(0));
