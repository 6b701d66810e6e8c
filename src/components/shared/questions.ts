// A group of inputs of which later ones depend on earlier answers.
import {select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input, InputQuestion, Option} from "../../pipelines/charts/shared/input.js";
import {readState, writeState} from "./permalink.js";

interface Field {
  node: Input<string>;
  options: readonly Option[];
}

/**
 * Inputs of which later ones depend on earlier answers. `answer` asks its questions in order and returns the value; it runs again after
 * every change. Questions that are no longer asked are removed, an answer that is no longer possible is replaced by the first possible one,
 * and a question with one option is not shown. Answers are kept in the address.
 */
export function questions<T>(answer: (ask: InputQuestion) => T): Input<T> {
  const fields = new Map<string, Field>();
  const form = html`<div class="rb-questions">`;
  let value = update();

  function update({fromAddress = false} = {}): T {
    const asked: Field[] = [];
    let hash = location.hash;
    const result = answer((key, label, options, {initial = options[0]?.value ?? ""} = {}) => {
      const possible = (text: string | null | undefined) => options.some(option => option.value === text);
      const linked = readState(location.hash).get(key) ?? undefined;
      const before = fromAddress ? undefined : fields.get(key)?.node.value;
      const chosen = [before, linked, initial].find(possible) ?? options[0]?.value ?? "";
      const field = fieldOf(key, label, options, chosen);
      if (options.length > 1) {
        asked.push(field);
        hash = writeState(hash, key, chosen, initial);
      }
      return chosen;
    });
    show(asked.map(({node}) => node));
    if (hash !== location.hash) history.replaceState(history.state, "", hash || location.pathname + location.search);
    return result;
  }

  function fieldOf(key: string, label: string, options: readonly Option[], chosen: string): Field {
    const known = fields.get(key);
    if (known && sameOptions(known.options, options)) {
      if (known.node.value !== chosen) known.node.value = chosen;
      return known;
    }
    const names = new Map(options.map(option => [option.value, option.label ?? option.value]));
    const node = select([...names.keys()], {label, value: chosen, format: (each: string) => names.get(each)}) as Input<string>;
    node.addEventListener("input", event => {
      event.stopPropagation();
      value = update();
      form.dispatchEvent(new Event("input", {bubbles: true}));
    });
    const field = {node, options};
    fields.set(key, field);
    return field;
  }

  function show(nodes: readonly HTMLElement[]): void {
    if (nodes.length === form.children.length && nodes.every((node, i) => form.children[i] === node)) return;
    const focused = document.activeElement as HTMLElement | null;
    form.replaceChildren(...nodes);
    if (focused && form.contains(focused)) focused.focus();
  }

  const follow = () => {
    if (!form.isConnected) return removeEventListener("hashchange", follow);
    value = update({fromAddress: true});
    form.dispatchEvent(new Event("input", {bubbles: true}));
  };
  addEventListener("hashchange", follow);
  return Object.defineProperty(form, "value", {get: () => value}) as Input<T>;
}

const sameOptions = (a: readonly Option[], b: readonly Option[]): boolean =>
  a.length === b.length && a.every(({value, label}, i) => value === b[i]!.value && label === b[i]!.label);
