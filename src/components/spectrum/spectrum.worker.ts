// The worker that reads a typed text.
import {serve} from "../shared/worker.js";
import {tasks} from "./textTasks.js";

serve(tasks);
