// Takes out of a built page what the build has worked out for its first view: it belongs to the tables that the site was built with.
import {FIRST_VIEW} from "../../pipelines/store/firstView.js";

const ELEMENT = new RegExp(`<script type="application/json" id="${FIRST_VIEW}">[\\s\\S]*?</script>`, "u");

/** The same page, whose queries DuckDB answers. */
export const withoutFirstView = (html: string): string => html.replace(ELEMENT, "");
