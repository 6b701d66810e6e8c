// The table of the studies of rates.
import {estimatesTable} from "../../store/estimates.sql.js";

export const estimatesTables = {estimates: estimatesTable};
