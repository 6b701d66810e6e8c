// Saves a text, or bytes, as a file.
import {html} from "npm:htl";

/** Saves a text or bytes as a file on the reader's computer. It is made in the page and not sent anywhere. */
export function saveText(text: string | Uint8Array, {name, type}: {name: string; type: string}): void {
  const url = URL.createObjectURL(new Blob([text as BlobPart], {type}));
  const link = html`<a href=${url} download=${name}></a>` as HTMLAnchorElement;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
