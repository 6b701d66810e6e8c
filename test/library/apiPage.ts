// Prints the API page of an entry of the library from its declarations: each export with its sentences and its signature.
import {relative} from "node:path";
import ts from "typescript-api";

const ABOUT: Record<string, string> = {
  stats:
    "The statistics as a library: formulas without reading or writing, for Node and browsers. See [how to use it](../library.md).",
  extend: "What tasks and scorers of your own import. See [how to write one](../add-a-task.md)."
};

interface Source {
  program: ts.Program;
  /** The entry's file. */
  entry: string;
  /** Declarations by their path below the root. */
  texts: ReadonlyMap<string, string>;
  root: string;
}

export function apiPage(name: string, {program, entry, texts, root}: Source): string {
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!);
  const each = exported.map(symbol => {
    const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declared = real.declarations![0]!;
    const file = relative(root, declared.getSourceFile().fileName).replaceAll("\\", "/");
    return {
      name: symbol.name,
      isType: (real.flags & ts.SymbolFlags.Value) === 0,
      text: ts.displayPartsToString(real.getDocumentationComment(checker)),
      parameters: real
        .getJsDocTags(checker)
        .filter(tag => tag.name === "param")
        .map(tag => ts.displayPartsToString(tag.text)),
      signature: declarationIn(texts.get(file.replace(/\.ts$/u, ".d.ts"))!, real.name)
    };
  });
  const section = ({name, text, parameters, signature}: (typeof each)[number]): string =>
    [
      `### ${name}`,
      text.replace(/\s+/gu, " "),
      parameters.map(parameter => `- ${parameter.replace(/^(\S+)/u, "`$1`").replace(/\s+/gu, " ")}`).join("\n"),
      `\`\`\`ts\n${signature}\n\`\`\``
    ]
      .filter(Boolean)
      .join("\n\n");
  const sorted = each.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const values = sorted.filter(({isType}) => !isType).map(section);
  const types = sorted.filter(({isType}) => isType).map(section);
  return `# reasonbook/${name}\n\n${ABOUT[name]} Printed by \`npm run docs:api\` from the declarations; do not edit by hand.\n\n## Functions and values\n\n${values.join("\n\n")}\n\n## Types\n\n${types.join("\n\n")}\n`;
}

/** The declaration of a name as a file of declarations has it, with the comments of its members but not its own. */
function declarationIn(text: string, name: string): string {
  const file = ts.createSourceFile("declarations.d.ts", text, ts.ScriptTarget.ES2022, true);
  const found = file.statements.find(
    statement =>
      (ts.isVariableStatement(statement) &&
        statement.declarationList.declarations.some(each => each.name.getText(file) === name)) ||
      ((ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
        statement.name?.text === name)
  );
  if (!found) throw new Error(`no declaration of ${name}`);
  return found
    .getText(file)
    .replace(/^export (?:declare )?/u, "")
    .replace(/ {4}/gu, "  ");
}
