// The worker that reads files.
import {serve} from "../worker.js";
import {tasks} from "./tasks.js";

serve(tasks);
