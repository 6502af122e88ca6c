// A route that may read a replica has no effect, and reads it with all of its handler.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { falselyLate, lateRoutes } from './late-routes.ts';
import { REPOSITORY } from './walls.ts';

const planted = (spec: string) =>
  falselyLate(
    lateRoutes(treeOf({ 'src/features/a/routes.ts': `route(app, { method: 'GET', url: '/a', reads: 'replica', ${spec} });` })),
  ).map(({ problem }) => problem);

describe('the routes that read a replica', () => {
  it('have no effects and read what they are given', () => {
    const routes = lateRoutes(readTree(REPOSITORY));
    assert.ok(routes.length >= 9, 'they are found');
    const findings = falselyLate(routes);
    assert.equal(findings.length, 0, report(findings));
  });

  it('are found false with effects, and with the database of the parts', () => {
    assert.deepEqual(planted('effects: true, handle: ({ db }) => list(db)'), ['/a has effects']);
    for (const handle of [
      '() => list(deps.db)',
      '({ db }) => list(deps, 1)',
      '({ db }) => list(1, deps)',
      '() => list({ ...deps })',
    ])
      assert.deepEqual(planted(`handle: ${handle}`), ['/a reads the primary'], handle);
    assert.deepEqual(planted('handle: ({ db }) => list({ ...deps, db }, 1)'), []);
  });
});
