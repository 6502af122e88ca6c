// The routes with `reads: 'replica'`, and those of them whose handler reads the primary all the same.

import ts from 'typescript';
import { finding, productFiles, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { isRouteCall } from './rule-3-whole-literals.ts';
import { literalText, propertyOf } from './syntax.ts';

const ID = 'late-routes';

/** One `route()` call that says `reads: 'replica'`; the types allow it only for a GET. */
export type LateRoute = { url: string; guard: string | undefined; hasEffects: boolean; handle: ts.Node; file: SourceFile };

/** Every such route of the product. */
export function lateRoutes(tree: Tree): LateRoute[] {
  const routes: LateRoute[] = [];
  for (const file of productFiles(tree)) {
    walk(file.ast, (node) => {
      if (!ts.isCallExpression(node) || !isRouteCall(node)) return;
      const read = (name: string) => propertyOf(node.arguments.at(-1), name);
      const [url, handle] = [literalText(read('url')), read('handle')];
      if (literalText(read('reads')) !== 'replica' || url === undefined || handle === undefined) return;
      routes.push({ url, guard: literalText(read('guard')), hasEffects: read('effects') !== undefined, handle, file });
    });
  }
  return routes;
}

/** Routes with effects, and handlers that do not read `db` of their input or read that of `deps`. */
export function falselyLate(routes: readonly LateRoute[]): Finding[] {
  return routes.flatMap(({ url, hasEffects, handle, file }) => {
    const at = (problem: string, remedy: string) => finding(file, handle, ID, `${url} ${problem}`, remedy);
    if (hasEffects) return at('has effects', 'Only a GET without effects may read a replica.');
    const text = handle.getText(file.ast);
    if (/\bdeps\.db\b|[(,]\s*deps\s*[,)]/.test(text) || !/\bdb\b/.test(text))
      return at('reads the primary', 'Read `db` of the input, and give a verb { ...deps, db }.');
    return [];
  });
}
