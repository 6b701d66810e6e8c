export {UserError} from "../rows/error.js";
