// The size of the young generation in its own process, during work whose objects survive.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MEGABYTE = 1024 * 1024;

test('the young generation grows to its limit and no further, however much survives', async () => {
  assert.deepEqual(await sizesOfWork('limitYoungGeneration(4 * 1024 * 1024)'), { before: 1, usual: 4 });
});

test('without a limit it grows further', async () => {
  const { before, usual } = await sizesOfWork('limitYoungGeneration()');
  assert.equal(before, 1);
  assert.ok(usual > 4, `${usual} MB`);
});

test('frozen, it keeps its size', async () => {
  assert.deepEqual(await sizesOfWork('freezeYoungGeneration()'), { before: 1, usual: 1 });
});

/** Megabytes before and during work whose objects survive, in its own process, as the flags are the process's. */
async function sizesOfWork(setting: string): Promise<{ before: number; usual: number }> {
  const script = `
    import { limitYoungGeneration, freezeYoungGeneration, youngGenerationBytes } from '${new URL('young-generation.ts', import.meta.url)}';
    import { setImmediate as turn } from 'node:timers/promises';
    freezeYoungGeneration();
    const before = youngGenerationBytes();
    ${setting};
    const sizes = [];
    let kept = [];
    for (let n = 0; n < 1000; n += 1) {
      if (n % 20 === 0) kept = [];
      for (let k = 0; k < 2000; k += 1) kept.push({ k, own: [k] });
      sizes.push(youngGenerationBytes());
      await turn();
    }
    console.log(JSON.stringify({ before, sizes }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const { before, sizes } = JSON.parse(stdout);
  // V8 goes beyond a limit for moments.
  sizes.sort((a: number, b: number) => a - b);
  return { before: megabytes(before), usual: megabytes(sizes[sizes.length / 2]) };
}

const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
