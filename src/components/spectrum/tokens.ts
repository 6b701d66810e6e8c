// Shows the tokens of one test under several tokenizers.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {visible} from "../shared/visible.js";

export interface TokenExample {
  tokenizer: string;
  item_id: string;
  tokens: string[];
  /** Number of tokens, where not all are listed. */
  count?: number;
}

const SHADES = 5;

/** Tokens as coloured spans, a column per tokenizer. All text is text nodes. */
export function tokenView(examples: readonly TokenExample[], id = "tokens"): HTMLElement {
  const columns = examples.map(({tokenizer, item_id, tokens, count = tokens.length}) => {
    const spans = tokens.map((token, i) => {
      const span = html`<span class=${`rb-token rb-token-${i % SHADES}`} title=${`token ${i + 1} of ${count}`}></span>`;
      span.append(document.createTextNode(visible(token.replaceAll("\n", "⏎\n"))));
      return span;
    });
    return html`<div><h4>${tokenizer}: ${formatCount(count)} tokens${count > tokens.length ? `, the first ${formatCount(tokens.length)}` : ""}</h4><div class="rb-tokens" tabindex="0" data-item=${item_id}>${spans}</div></div>`;
  });
  return html`<div class="rb-sides" id=${id}>${columns}</div>`;
}
