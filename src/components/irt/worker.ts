// The worker of this page.
import {serve} from "../shared/worker.js";
import {tasks} from "./tasks.js";

serve(tasks);
