// The worker of narratives.
import {serve} from "../shared/worker.js";
import {tasks} from "./tasks.js";

serve(tasks);
