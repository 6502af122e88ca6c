// Reads meaning, cause and remedy of every error code from the JSDoc of its constant in an errors.ts.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Documentation of an error code; backticks mark literals. */
export type ErrorText = { code: string; meaning: string; cause: string; remedy: string };

type Reading = { texts: ErrorText[]; faults: string[] };

/** Characters that are valid in an HTML id and in a URL fragment, as in `/docs/errors#code`. */
const CODE = /^[\w.-]+$/;
const SENTENCE = /^[A-Z\d`].*[.!?]$/s;

/** All codes below `root`, sorted. Throws with file and line of each code with incomplete documentation. */
export function readErrorTexts(root: string): ErrorText[] {
  const paths = globSync('src/**/{errors,*-errors}.ts', { cwd: root }).toSorted();
  const readings = paths.map((path) => textsOf(path, readFileSync(join(root, path), 'utf8')));
  const faults = readings.flatMap((reading) => reading.faults);
  if (faults.length > 0) throw new Error(`error codes without their texts:\n${faults.join('\n')}`);
  return readings.flatMap(({ texts }) => texts).sort((a, b) => a.code.localeCompare(b.code, 'en'));
}

/** The codes of one file: constants with a JSDoc of meaning, `@cause` and `@remedy` above them. */
export function textsOf(path: string, source: string): Reading {
  const ast = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const found: Reading = { texts: [], faults: [] };
  for (const statement of ast.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !ts.isStringLiteralLike(initializer)) continue;
      const text = { code: initializer.text, ...partsOf(statement) };
      const lacking = faultOf(text);
      const line = ast.getLineAndCharacterOfPosition(statement.getStart(ast)).line + 1;
      if (lacking === undefined) found.texts.push(text);
      else found.faults.push(`${path}:${line} ${text.code}: ${lacking}`);
    }
  }
  return found;
}

function partsOf(statement: ts.VariableStatement): Omit<ErrorText, 'code'> {
  const doc = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc);
  const tag = (name: string) => textOf(doc?.tags?.find(({ tagName }) => tagName.text === name)?.comment);
  return { meaning: textOf(doc?.comment), cause: tag('cause'), remedy: tag('remedy') };
}

function textOf(comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\s+/g, ' ').trim();
}

function faultOf({ code, ...parts }: ErrorText): string | undefined {
  if (!CODE.test(code)) return 'a code is letters, digits, dots, dashes and underscores';
  for (const [name, text] of Object.entries(parts)) {
    const where = name === 'meaning' ? 'its JSDoc' : `@${name}`;
    if (text === '') return `${where} is missing`;
    if (!SENTENCE.test(text)) return `${where} is no sentence: ${text}`;
  }
  return undefined;
}
