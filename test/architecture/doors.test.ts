// Rule 1 (and the imports of rules 4 and 5) on the real tree, and the proof that every wall of .dependency-cruiser.cjs catches.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { checkDoors } from './doors.ts';
import { readTree } from './engine.ts';
import { report } from './findings.ts';
import { foundPlaces, plantedPlaces } from './planted.ts';
import { REPOSITORY, walls } from './walls.ts';

const planted = join(import.meta.dirname, 'planted/rule-1');

describe('rule 1: a room is entered by its door', () => {
  it('holds in this repository, and every file of it was read', async () => {
    const result = await checkDoors(REPOSITORY);
    assert.deepEqual(result.unseen, [], 'dependency-cruiser did not read these files, so its silence proves nothing');
    assert.ok(result.dependencies > 0, 'dependency-cruiser saw no import at all');
    assert.equal(result.findings.length, 0, report(result.findings));
  });

  it('is silent about a clean tree', async () => {
    const { findings, unseen, modules } = await checkDoors(join(import.meta.dirname, 'planted/clean'));
    assert.deepEqual(unseen, []);
    assert.ok(modules > 20);
    assert.equal(findings.length, 0, report(findings));
  });

  it('finds every planted violation, each by its wall, and nothing else', async () => {
    const { findings } = await checkDoors(planted);
    assert.deepEqual(foundPlaces(findings, true), plantedPlaces(readTree(planted)));
  });

  it('finds a test that is imported, and one that takes its tools from elsewhere than test/support', async () => {
    const { findings } = await inTemporaryTree(
      {
        'src/core/cents.test.ts': "import '../../test/support/tools.ts';\nimport '../../test/scenarios/life.ts';\n",
        'src/core/cents.ts': "import './cents.test.ts';\n",
        'test/support/tools.ts': '',
        'test/scenarios/life.ts': '',
      },
      checkDoors,
    );
    assert.deepEqual(foundPlaces(findings, true), [
      'src/core/cents.test.ts:2 rule-1-tests-beside-code-use-test-support',
      'src/core/cents.ts:1 rule-1-tests-are-not-imported',
    ]);
  });

  it('has a planted violation for every wall', () => {
    const caught = new Set(plantedPlaces(readTree(planted)).map((place) => place.split(' ')[1]));
    const elsewhere = ['rule-1-tests-beside-code-use-test-support', 'rule-1-tests-are-not-imported'];
    assert.deepEqual(
      walls.map(({ name }) => name).filter((name) => !caught.has(name) && !elsewhere.includes(name)),
      [],
    );
  });
});

// Not below planted/: a file of this name there would run as a test.
async function inTemporaryTree<T>(files: Record<string, string>, work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'mortar-doors-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}
