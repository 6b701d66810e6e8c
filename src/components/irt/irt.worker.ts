// Entry point of the page's worker.
import {serve} from "../shared/worker.js";
import {tasks} from "./tasks.js";

serve(tasks);
