// A POST that moves money and does not take an Idempotency-Key fails here, whatever its declaration says.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { falseDeclarations, postRoutes } from './money-routes.ts';
import { REPOSITORY } from './walls.ts';

const repository = postRoutes(readTree(REPOSITORY));

const PLANTED = {
  'src/money/payments/transactions.ts': 'export async function bookTransaction(tx: Tx) {}',
  'src/money/payments/index.ts': "export { bookTransaction } from './transactions.ts';",
  'src/features/a/index.ts': "export { spend as pay } from './spend.ts';",
  'src/features/a/spend.ts': `import { bookTransaction } from '../../money/payments/index.ts';
    export const spend = async (tx) => { await store(tx); };
    async function store(tx) { return bookTransaction(tx); }`,
};
const planted = (route: string, more: Record<string, string> = {}) =>
  falseDeclarations(
    postRoutes(treeOf({ ...PLANTED, ...more, 'src/features/b/routes.ts': `import { pay } from '../a/index.ts';\n${route}` })),
  ).map(({ problem }) => problem);

describe('what a POST says of money', () => {
  it('is true of every route', () => {
    assert.ok(repository.filter(({ way }) => way !== undefined).length > 25, 'the ways to the ledger are found');
    const findings = falseDeclarations(repository);
    assert.equal(findings.length, 0, report(findings));
  });

  it('is found false through index files, other names and inner functions', () => {
    const [problem] = planted(
      "route(app, { method: 'POST', url: '/a', idempotency: 'none', guard: 'customer', handle: () => pay(tx) });",
    );
    assert.match(problem ?? '', /pay|spend > store > bookTransaction/);
    assert.match(problem ?? '', /\/a says 'none' and moves money/);
  });

  it('is accepted where a key is taken, and where no money is reached', () => {
    assert.deepEqual(planted("route(app, { url: '/a', idempotency: 'key', guard: 'customer', handle: () => pay(tx) });"), []);
    assert.deepEqual(planted("route(app, { url: '/a', idempotency: 'none', guard: 'customer', handle: () => look(tx) });"), []);
  });

  it('says webhook only of routes for machines', () => {
    assert.equal(
      planted("route(app, { url: '/a', idempotency: 'webhook', guard: 'customer', handle: () => pay(tx) });").length,
      1,
    );
    assert.equal(
      planted("route(app, { url: '/a', idempotency: 'none', guard: 'defaults-webhook', handle: () => pay(tx) });").length,
      1,
    );
    assert.deepEqual(
      planted("route(app, { url: '/a', idempotency: 'webhook', guard: 'defaults-webhook', handle: () => pay(tx) });"),
      [],
    );
  });
});
