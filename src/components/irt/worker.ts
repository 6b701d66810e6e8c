// The worker of this page.
import {serve} from "../worker.js";
import {tasks} from "./tasks.js";

serve(tasks);
