// The editor of the SQL console: CodeMirror with completion of tables and columns, and the place of a mistake marked.
import {acceptCompletion, autocompletion, completionKeymap} from "npm:@codemirror/autocomplete";
import {StandardSQL, sql} from "npm:@codemirror/lang-sql";
import {type Diagnostic, setDiagnostics} from "npm:@codemirror/lint";
import {EditorView, keymap} from "npm:@codemirror/view";
import {minimalSetup} from "npm:codemirror";
import type {Input} from "../../pipelines/charts/shared/input.js";
import type {Place} from "./errorPlace.js";

export interface Editor {
  /** An input whose value is the text. */
  node: Input<string>;
  /** Puts a text in the place of the selection. */
  insert(text: string): void;
  /** Marks the place of a mistake; null takes the mark away. */
  mark(place: Place | null, message: string): void;
  focus(): void;
}

/**
 * @param schema columns of each table, which are completed
 * @param run called for Ctrl + Enter
 */
export function sqlEditor({schema, run}: {schema: Record<string, readonly string[]>; run: () => void}): Editor {
  const view = new EditorView({
    extensions: [
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            run();
            return true;
          }
        },
        {key: "Tab", run: acceptCompletion},
        ...completionKeymap
      ]),
      minimalSetup,
      autocompletion(),
      sql({
        dialect: StandardSQL,
        schema: Object.fromEntries(Object.entries(schema).map(([name, columns]) => [name, [...columns]]))
      }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({id: "sql-text", "aria-label": "SQL query", spellcheck: "false", autocomplete: "off"}),
      EditorView.updateListener.of(({docChanged}) => docChanged && node.dispatchEvent(new Event("input", {bubbles: true})))
    ]
  });
  const replace = (from: number, to: number, insert: string) =>
    view.dispatch({changes: {from, to, insert}, selection: {anchor: from + insert.length}});
  const node = Object.defineProperty(view.dom, "value", {
    get: () => view.state.doc.toString(),
    set: (text: string) => text !== view.state.doc.toString() && replace(0, view.state.doc.length, text)
  }) as Input<string>;
  return {
    node,
    insert(text) {
      const {from, to} = view.state.selection.main;
      replace(from, to, text);
      view.focus();
    },
    mark(place, message) {
      const end = view.state.doc.length;
      const diagnostics: Diagnostic[] =
        place === null ? [] : [{from: Math.min(place.from, end), to: Math.min(place.to, end), severity: "error", message}];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    focus: () => view.focus()
  };
}
