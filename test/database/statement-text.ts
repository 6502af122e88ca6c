// The text that a raw statement (sql`...`) sends to the database, only from the source: nothing of it runs.

import ts from 'typescript';
import {
  type Bound,
  constantOf,
  elementsOf,
  isSqlTemplate,
  NOTHING,
  placeOf,
  type Reading,
  reduce,
  Unresolved,
} from './source-values.ts';

/** More texts of one statement are not looked at. */
const MAX_TEXTS = 100;

/** `parts`: the template and all those that stand in it; `problem`: what the source does not show. */
export type Texts = { texts: string[]; parts: ReadonlySet<ts.Node>; problem?: string };

/**
 * The texts that the statement may have, so many that each side of each condition and the fragment of each caller occurs: values are
 * `$1`, `$2` ..., fragments stand where they are put.
 */
export function textsOf(template: ts.TaggedTemplateExpression, { checker, sources }: Omit<Reading, 'choose'>): Texts {
  const seen = new Map<string, Set<number>>();
  const texts = new Set<string>();
  const parts = new Set<ts.Node>();
  try {
    for (let turn = 0, idle = 0, widest = 1; turn < MAX_TEXTS && idle <= widest; turn += 1) {
      const taken = new Map<string, number>();
      let fresh = false;
      const choose = (place: string, count: number): number => {
        const known = seen.get(place) ?? new Set<number>();
        const unseen = Array.from({ length: count }, (_, index) => index).find((index) => !known.has(index));
        const index = taken.get(place) ?? unseen ?? turn % count;
        fresh ||= !known.has(index);
        widest = Math.max(widest, count);
        seen.set(place, known.add(index));
        taken.set(place, index);
        return index;
      };
      texts.add(write({ checker, sources, choose }, template, parts));
      idle = fresh ? 0 : idle + 1;
    }
    return { texts: [...texts], parts };
  } catch (error) {
    if (error instanceof Unresolved) return { texts: [], parts, problem: error.message };
    throw error;
  }
}

function write(reading: Reading, statement: ts.TaggedTemplateExpression, parts: Set<ts.Node>): string {
  let values = 0;

  function textOf({ node, scope }: Bound<ts.TaggedTemplateExpression>): string {
    const { template } = node;
    parts.add(node);
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
    const spans = template.templateSpans.map((span) => pieceText({ node: span.expression, scope }) + span.literal.text);
    return template.head.text + spans.join('');
  }

  function pieceText(piece: Bound): string {
    if (!isFragment(reading.checker.getTypeAtLocation(piece.node))) {
      values += 1;
      return `$${values}`;
    }
    const { node, scope } = reduce(reading, piece);
    if (isSqlTemplate(node)) return textOf({ node, scope });
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const text = helperText(node, node.expression, scope);
      if (text !== undefined) return text;
    }
    throw new Unresolved(`${placeOf(node)}: ${node.getText().slice(0, 60)}`);
  }

  /** `sql.lit`, `sql.ref`, `sql.join` and `.as`. */
  function helperText(call: ts.CallExpression, callee: ts.PropertyAccessExpression, scope: Bound['scope']): string | undefined {
    const [first, second] = call.arguments;
    const name = `${callee.expression.getText() === 'sql' ? 'sql' : ''}.${callee.name.text}`;
    if (name === '.as' && first)
      return `${pieceText({ node: callee.expression, scope })} as ${quoted(constantOf(reading, { node: first, scope }))}`;
    if (!first) return undefined;
    if (name === 'sql.ref' || name === 'sql.table')
      return String(constantOf(reading, { node: first, scope }))
        .split('.')
        .map(quoted)
        .join('.');
    if (name === 'sql.lit') {
      const value = constantOf(reading, { node: first, scope });
      return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
    }
    if (name !== 'sql.join') return undefined;
    const separator = second ? pieceText({ node: second, scope }) : ', ';
    return elementsOf(reading, { node: first, scope }).map(pieceText).join(separator);
  }

  return textOf({ node: statement, scope: NOTHING });
}

/** True for what Kysely puts into a statement as SQL, and not as a value. */
function isFragment(type: ts.Type): boolean {
  return type.isUnionOrIntersection() ? type.types.some(isFragment) : type.getProperty('toOperationNode') !== undefined;
}

function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`;
}
