// A call of the API is called like the use case that serves it, so that a name in a client leads to its file.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { readTree, type SourceFile, treeOf, walk } from './engine.ts';
import { REPOSITORY } from './walls.ts';

/** Several routes on one use case: the names say which. */
const SHARED = ['readTaxation', 'readTradePaper', 'receiveNotification', 'transferCompanyFee'];

type Declared = { place: string; operationId: string | undefined; useCase: string | undefined };

function declaredIn(file: SourceFile): Declared[] {
  const found: Declared[] = [];
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText(file.ast) !== 'route') return;
    const [, spec] = node.arguments;
    if (!spec || !ts.isObjectLiteralExpression(spec)) return;
    const id = propertyOf(spec, 'operationId');
    const url = propertyOf(spec, 'url')?.getText(file.ast) ?? '';
    const operationId = id && ts.isStringLiteral(id) ? id.text : undefined;
    found.push({ place: `${file.path} ${url}`, operationId, useCase: useCaseOf(propertyOf(spec, 'handle'), file) });
  });
  return found;
}

function propertyOf(spec: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return spec.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer;
}

/** The last function called with `deps`, when another file exports it. */
function useCaseOf(handle: ts.Node | undefined, file: SourceFile): string | undefined {
  let found: string | undefined;
  const imported = new Set(file.imports.flatMap(({ names }) => names));
  if (handle)
    walk(handle, (node) => {
      if (!ts.isCallExpression(node) || node.arguments[0]?.getText(file.ast) !== 'deps') return;
      const name = node.expression.getText(file.ast);
      if (imported.has(name)) found = name;
    });
  return found;
}

function faultsOf(declared: readonly Declared[]): string[] {
  const known = new Set<string>();
  return declared.flatMap(({ place, operationId, useCase }) => {
    if (operationId === undefined) return [`${place}: no operationId`];
    if (known.has(operationId)) return [`${place}: a second ${operationId}`];
    known.add(operationId);
    const expected = useCase === undefined || SHARED.includes(useCase) ? operationId : useCase;
    return expected === operationId ? [] : [`${place}: ${operationId} is served by ${expected}`];
  });
}

describe('operationId', () => {
  it('is the name of the use case, once', () => {
    const declared = readTree(REPOSITORY)
      .files.filter((file) => file.role === 'routes')
      .flatMap(declaredIn);
    assert.ok(declared.length > 150);
    assert.deepEqual(faultsOf(declared), []);
  });
  it('is missed, and found wrong or twice', () => {
    const route = (more: string) => `route(app, { url: '/a', ${more} handle: () => sell(deps) });`;
    const text = `import { sell } from './sell.ts';\n${route('')}${route("operationId: 'buy',")}${route("operationId: 'sell',").repeat(2)}`;
    const [file] = treeOf({ 'src/features/a/routes.ts': text }).files;
    assert.deepEqual(file && faultsOf(declaredIn(file)), [
      "src/features/a/routes.ts '/a': no operationId",
      "src/features/a/routes.ts '/a': buy is served by sell",
      "src/features/a/routes.ts '/a': a second sell",
    ]);
  });
});
