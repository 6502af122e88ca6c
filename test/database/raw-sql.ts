// Every sql`...` of the program, as the database sees it: prepared, described, compared with its declared type. None is executed.

import ts from 'typescript';
import { fromLists } from './builder-tables.ts';
import type { Column, Describer } from './described-columns.ts';
import { brandsOfColumns, type Declared, declaredOf, differences, type Types } from './row-types.ts';
import { isSqlTemplate, placeOf } from './source-values.ts';
import { textsOf } from './statement-text.ts';

/** `findings`: a line each; `unchecked`: functions and constants with what stood in the way; `total`: templates, parts of others too. */
export type Report = { findings: string[]; unchecked: Map<string, string>; total: number };

const STATEMENT = /^\s*(?:with|select|insert|update|delete|values|merge)\b/i;

/** Reads the templates of `sources`. A fragment that makes no sense by itself counts as checked where a statement takes it up. */
export async function checkRawSql(program: ts.Program, sources: readonly ts.SourceFile[], describer: Describer): Promise<Report> {
  const checker = program.getTypeChecker();
  const types: Types = { checker, brands: brandsOfColumns(program) };
  const report: Report = { findings: [], unchecked: new Map(), total: 0 };
  const takenUp = new Set<ts.Node>();
  const failed: { template: ts.TaggedTemplateExpression; problem: string }[] = [];
  for (const template of sources.flatMap(templatesOf)) {
    const { texts, parts, problem } = textsOf(template, { checker, sources });
    const shape = shapeOf(template);
    const lists = () => (shape === 'statement' ? [''] : fromLists(template, { checker, sources }));
    const answers: Answer[] = problem ? [{ problem }] : [];
    for (const text of texts) answers.push(await describe(WRAPPED[shape], text, lists(), describer));
    report.total += 1;
    const refused = answers.find((answer) => 'problem' in answer);
    if (refused) failed.push({ template, problem: refused.problem });
    else for (const part of parts) if (shape === 'statement') takenUp.add(part);
    const declared = declaredOf(template, shape !== 'value', checker);
    const found = new Set(answers.flatMap((answer) => compare(template, declared, answer, types)));
    for (const difference of found) report.findings.push(`${placeOf(template)} ${nameAround(template)}: ${difference}`);
  }
  for (const { template, problem } of failed)
    if (!takenUp.has(template)) report.unchecked.set(nameAround(template), `${placeOf(template)}: ${problem}`);
  return report;
}

function templatesOf(source: ts.SourceFile): ts.TaggedTemplateExpression[] {
  const found: ts.TaggedTemplateExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (isSqlTemplate(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a template is: a statement, one in parentheses that others join, or an expression. */
type Shape = 'statement' | 'table' | 'value';

const WRAPPED: Readonly<Record<Shape, (text: string, from: string) => string>> = {
  statement: (text) => text,
  table: (text, from) => `select item.* from ${from && `${from}, `}lateral ${text} item`,
  value: (text, from) => `select (${text})${from && ` from ${from}`}`,
};

function shapeOf(node: ts.TaggedTemplateExpression): Shape {
  const head = ts.isTemplateExpression(node.template) ? node.template.head.text : node.template.text;
  const isExecuted = ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute';
  if (isExecuted || STATEMENT.test(head)) return 'statement';
  const isJoined = ts.isTypeLiteralNode(node.typeArguments?.[0] ?? node);
  return isJoined ? 'table' : 'value';
}

type Answer = { columns: Column[]; text: string } | { problem: string };

/** With the first of `lists` that has the names that stand in it. */
async function describe(
  wrapped: (text: string, from: string) => string,
  text: string,
  lists: Iterable<string>,
  describer: Describer,
) {
  let answer: Answer = { problem: 'no query around it' };
  for (const list of lists) {
    const whole = wrapped(text, list);
    answer = { ...(await describer.describe(whole)), text: whole };
    if ('columns' in answer) return answer;
  }
  return answer;
}

function compare(template: ts.TaggedTemplateExpression, declared: Declared, answer: Answer, types: Types): string[] {
  if ('problem' in answer) return [];
  if (shapeOf(template) !== 'value') return differences(declared, answer.columns, answer.text, types);
  // The conditions of its query stand in the builder calls around it; in JSON, moments and days are texts.
  const around = ts.findAncestor(template, ts.isFunctionDeclaration)?.getText() ?? '';
  const isJson = ts.findAncestor(template, (node) => ts.isCallExpression(node) && /^json\w*$/.test(node.expression.getText()));
  const columns = answer.columns.map((column) =>
    isJson && column.kind.startsWith('Temporal') ? { ...column, kind: 'string' } : column,
  );
  return differences(declared, columns, `${answer.text} left join ${around}`, types);
}

/** The function or constant that a failure names. */
function nameAround(node: ts.Node): string {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isFunctionDeclaration(around) && around.name) return around.name.text;
    if (ts.isVariableDeclaration(around) && ts.isSourceFile(around.parent.parent.parent)) return around.name.getText();
  }
  return 'the file';
}
