// What every POST says of money, compared with its code: followed from the handler to the ledger and to payments that are opened.

import ts from 'typescript';
import { finding, type Import, productFiles, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { isRouteCall } from './rule-3-whole-literals.ts';
import { literalText, propertyOf, topFunctions } from './syntax.ts';

const ID = 'money-routes';

/** What moves or commits money, wherever it is called from. */
const SINKS: Readonly<Record<string, readonly string[]>> = {
  'src/money/payments/create.ts': ['openPayment', 'orderHeldTransaction', 'openPayouts'],
  'src/money/payments/transactions.ts': ['bookTransaction'],
  'src/money/ledger/post.ts': ['postToLedger'],
};

/** One `route()` call of a POST: what it says of money, and the way from its handler to it, undefined where there is none. */
export type PostRoute = {
  url: string;
  says: string;
  guard: string | undefined;
  way: string[] | undefined;
  file: SourceFile;
  node: ts.Node;
};

/** Every POST of the product; the types see to it that each says how it is recognised when it is repeated. */
export function postRoutes(tree: Tree): PostRoute[] {
  const routes: PostRoute[] = [];
  for (const file of productFiles(tree)) {
    walk(file.ast, (node) => {
      if (!ts.isCallExpression(node) || !isRouteCall(node)) return;
      const spec = node.arguments.at(-1);
      const read = (name: string) => propertyOf(spec, name);
      const [url, idempotency, handle] = [read('url'), read('idempotency'), read('handle')];
      const [text, says] = [literalText(url), literalText(idempotency)];
      if (url === undefined || text === undefined || says === undefined || handle === undefined) return;
      const way = wayToMoney(tree, file, handle, new Set());
      routes.push({ url: text, says, guard: literalText(read('guard')), way, file, node: url });
    });
  }
  return routes;
}

/** Routes whose code moves money and whose declaration does not say so, and machines' routes that are none. */
export function falseDeclarations(routes: readonly PostRoute[]): Finding[] {
  return routes.flatMap(({ url, says, guard, way, file, node }) => {
    const isMachine = guard?.endsWith('-webhook') ?? false;
    if (isMachine !== (says === 'webhook'))
      return finding(file, node, ID, `${url} says '${says}'`, "'webhook' is for the routes of machines, and for all of them.");
    if (way === undefined || says !== 'none') return [];
    const remedy =
      "Say `idempotency: 'key'`, and write by inIdempotentTransaction or payByRequest with the claim of the request.";
    return finding(file, node, ID, `${url} says '${says}' and moves money: ${way.join(' > ')}`, remedy);
  });
}

/** Names of the functions on the way from `body` to a sink. A job's work is not followed: it runs once. */
function wayToMoney(tree: Tree, file: SourceFile, body: ts.Node, seen: Set<string>): string[] | undefined {
  let way: string[] | undefined;
  walk(body, (node) => {
    if (way !== undefined) return false;
    if (!ts.isIdentifier(node)) return true;
    const found = resolve(tree, file, node.text);
    if (found === undefined) return true;
    const id = `${found.file.path} ${found.name}`;
    if (seen.has(id)) return true;
    seen.add(id);
    if (SINKS[found.file.path]?.includes(found.name)) way = [found.name];
    else {
      const target = topFunctions(found.file).find(({ name }) => name === found.name);
      const further = target && wayToMoney(tree, found.file, target.node, seen);
      if (further) way = [found.name, ...further];
    }
    return true;
  });
  return way;
}

type Named = { file: SourceFile; name: string };

/** The place of the function that `name` means in `file`, through index files. */
function resolve(tree: Tree, file: SourceFile, name: string): Named | undefined {
  if (topFunctions(file).some((candidate) => candidate.name === name)) return { file, name };
  const origin = originOf(file.imports, name);
  const target = origin && tree.byPath.get(origin.target);
  if (!origin || !target) return undefined;
  return resolve(tree, target, origin.name);
}

function originOf(imports: readonly Import[], name: string): { target: string; name: string } | undefined {
  for (const { target, names, origins, typeOnly } of imports) {
    const index = names.indexOf(name);
    const origin = origins[index];
    if (!typeOnly && origin !== undefined) return { target, name: origin };
  }
  return undefined;
}
