// `npm run check`: all static checks. Steps run concurrently, results are printed in order.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

/** One step. `script` is run by node; `remedy` is printed after the tool's output; the step is skipped when the file `needs` is missing. */
type Step = { name: string; script: string; args: readonly string[]; remedy: string; needs?: string };
type Result = { passed: boolean; seconds: number; output: string };

const PROJECT = resolve(import.meta.dirname, '..');
const NAME_WIDTH = 20;

/** TypeScript 7: a quarter of the time of 6, which tests and generators need for its API. */
const COMPILER = 'node_modules/typescript-native/bin/tsc';

const STEPS: readonly Step[] = [
  {
    name: 'format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', '--colors=off', '--reporter=concise', '--max-diagnostics=200'],
    remedy: '`npm run format` repairs the format and what can be repaired safely.',
  },
  {
    name: 'types',
    script: COMPILER,
    args: ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/mortar/types.tsbuildinfo'],
    remedy: 'No `any`, no `!`; a cast only at a border, with its reason.',
  },
  {
    name: 'types of the pages',
    script: COMPILER,
    args: [
      ...['--noEmit', '--pretty', 'false', '-p', 'web'],
      ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/mortar/page-types.tsbuildinfo'],
    ],
    remedy: 'A word that is missing in one language, or a code of the API without a sentence, is listed here too.',
  },
  {
    name: 'doors',
    script: 'test/architecture/doors.ts',
    args: [],
    remedy: 'Rule 1 of ARCHITECTURE.md; the walls stand in .dependency-cruiser.cjs.',
  },
  {
    name: 'dead code',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress'],
    remedy: 'Delete what nothing uses, or drop its `export`; entries stand in knip.json.',
  },
  {
    name: 'licences',
    script: 'scripts/licences.ts',
    args: [],
    remedy: 'Take another package, or allow the licence in scripts/licence-rules.ts with a reason.',
  },
  {
    name: 'generated files',
    script: 'scripts/generate.ts',
    args: ['--check'],
    remedy: '`npm run generate` writes them anew; commit the result.',
    needs: 'scripts/generate.ts',
  },
  {
    name: 'API description',
    script: 'scripts/lint-openapi.ts',
    args: [],
    remedy: 'Mend the route or the schema that it came from; core/http/openapi.ts writes it.',
  },
  {
    name: 'client generators',
    script: 'scripts/run-generators.ts',
    args: [],
    remedy:
      'A generator reads the description otherwise than we meant it: mend the route or the schema, or give it another name.',
  },
];

// Output is buffered and printed later, where colour codes of one tool could affect the next.
const { FORCE_COLOR: _, ...withoutColor } = process.env;

const running = new Set<ChildProcess>();

async function run(step: Step): Promise<Result> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(PROJECT, step.script), ...step.args], {
    cwd: PROJECT,
    env: { ...withoutColor, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise<number | null>((done) => {
    child.once('error', (error) => {
      pieces.push(Buffer.from(`${step.script} did not start: ${error.message}`));
      done(1);
    });
    child.once('close', done);
  });
  running.delete(child);
  return {
    passed: code === 0,
    seconds: (performance.now() - started) / 1000,
    output: Buffer.concat(pieces).toString('utf8').trimEnd(),
  };
}

/** Starts the steps in order, as many at once as there are processors; returns a promise for each step. */
function runAll(steps: readonly Step[]): Promise<Result>[] {
  const settle = steps.map(() => Promise.withResolvers<Result>());
  const waiting = [...steps.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, step] = next;
      settle[index]?.resolve(await run(step));
    }
  };
  const lanes = Math.max(1, Math.min(availableParallelism(), steps.length));
  for (let lane = 0; lane < lanes; lane += 1) void work();
  return settle.map(({ promise }) => promise);
}

async function check(): Promise<boolean> {
  const started = performance.now();
  const isReady = (step: Step) => step.needs === undefined || existsSync(join(PROJECT, step.needs));
  const results = runAll(STEPS.filter(isReady));
  const failed: string[] = [];
  for (const step of STEPS) {
    if (!isReady(step)) {
      console.log(`-    ${step.name.padEnd(NAME_WIDTH)} skipped: there is no ${step.needs}`);
      continue;
    }
    const { passed, seconds, output } = (await results.shift()) ?? { passed: false, seconds: 0, output: '' };
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${step.name.padEnd(NAME_WIDTH)} ${seconds.toFixed(1)} s`);
    if (passed) continue;
    failed.push(step.name);
    console.log(`\n${output}\n\n     ${step.name}: ${step.remedy}\n`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(failed.length === 0 ? `All checks passed in ${seconds} s.` : `Failed after ${seconds} s: ${failed.join(', ')}.`);
  return failed.length === 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill();
    process.exit(1);
  });
}
process.exitCode = (await check()) ? 0 : 1;
