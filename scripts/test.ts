// `npm test`: everything that continuous integration runs. The checks, every test file against its own database server,
// and the contract coverage. `npm test -- src/features/access/mfa` runs only the matching test files.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForTests } from './bundle-sources.ts';
import { onNpmGone } from './npm-gone.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { FILES_OF_A_PROCESS, selectTestFiles, shareOut } from './test-files.ts';
import { closingLines, NO_SUMMARY, type Summary } from './test-reporter.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const REPORTER = new URL('./test-reporter.ts', import.meta.url).href;
/** Where src/main.ts keeps its modules too; node compares what is there with the source. */
const COMPILED = path.join(PROJECT, 'node_modules/.cache/mortar/compiled');
const WORKER = new URL('./test-worker.ts', import.meta.url).href;
const CHECK = 'scripts/check.ts';
const CONTRACT_REPORT = 'test/contract/report.ts';
// Tests wait for the database and for each other's jobs: two processes more than cores keep the cores busy.
const AT_ONCE = availableParallelism() + 2;
const TEST_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 30 * 60_000;

let running: ChildProcess | undefined;
let database: Promise<TestDatabase> | undefined;
let interrupted = false;

/** Runs everything that the arguments ask for and answers the parts that failed. */
async function testAll(args: readonly string[]): Promise<string[]> {
  const { files, options, everything } = selectTestFiles(
    globSync('{src,sandbox,test,scripts,bench}/**/*.test.ts', { cwd: PROJECT }),
    args,
  );
  if (files.length === 0) throw new Error(`no test file matches ${args.join(' ')}`);
  const failed: string[] = [];
  const given = { serverUrl: process.env.TEST_DATABASE_URL, template: process.env.TEST_TEMPLATE };
  database = openTestDatabase(given, migrate);
  const { serverUrl, template, folder } = await database;
  const summaryFile = path.join(folder, 'summary.json');
  const env = {
    TEST_DATABASE_URL: serverUrl,
    TEST_TEMPLATE: template,
    TEST_RUN_DIR: folder,
    MORTAR_TEST_SUMMARY: summaryFile,
    // Loading it takes half the processor time of its sources, and some tests start dozens of processes.
    TEST_PROGRAM: await bundleForTests(),
    // All processes of all runs load the same modules: the first ones leave them compiled for the others.
    NODE_COMPILE_CACHE: COMPILED,
  };

  if (everything && existsSync(path.join(PROJECT, CHECK)) && !(await succeeds([CHECK], env)))
    failed.push('the checks (npm run check)');
  console.log(`Running ${files.length} test files ...`);
  const workers = layOutWorkers(folder, files);
  const flags = [`--test-concurrency=${AT_ONCE}`, `--test-timeout=${TEST_TIMEOUT_MS}`, ...options];
  const reporter = [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout'];
  const ended = await succeeds(['--test', ...flags, ...reporter, ...workers], env);
  const summary = readSummary(summaryFile);
  const cut = files.filter((file) => !summary.ended.includes(file));
  if (cut.length > 0)
    console.log(`\nThe process of these files ended before their end:\n${cut.map((file) => `  ${file}`).join('\n')}`);
  if (!ended || cut.length > 0) failed.push('tests');
  const report = path.join(PROJECT, CONTRACT_REPORT);
  if (everything && existsSync(report) && !(await succeeds([CONTRACT_REPORT], env))) failed.push('the contract coverage');
  printSummary(summary);
  return failed;
}

/** One entry for each process that shares the files: node's runner starts a process for every file that it is given. */
function layOutWorkers(folder: string, files: readonly string[]): string[] {
  shareOut(folder, files);
  return Array.from({ length: Math.ceil(files.length / FILES_OF_A_PROCESS) + AT_ONCE }, (_, index) => {
    const entry = path.join(folder, `worker-${index + 1}.test.mjs`);
    writeFileSync(entry, `import ${JSON.stringify(WORKER)};\n`);
    return entry;
  });
}

function readSummary(file: string): Summary {
  if (!existsSync(file)) return NO_SUMMARY;
  // Border: written by our own reporter a moment ago.
  return JSON.parse(readFileSync(file, 'utf8'));
}

function printSummary(summary: Summary): void {
  const slowest = summary.slowest.map((one) => `  ${(one.durationMs / 1000).toFixed(1)} s  ${one.file}`);
  if (slowest.length > 1) console.log(`\nSlowest files:\n${slowest.join('\n')}`);
  if (summary.failures.length > 0) console.log(`\nFailed tests:\n${summary.failures.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\n${closingLines(summary)}`);
}

async function migrate(url: string): Promise<void> {
  if (await succeeds(['src/main.ts', 'migrate'], { DATABASE_URL: url, MIGRATION_DATABASE_URL: url })) return;
  throw new Error('the template database could not be migrated: see the lines above');
}

/** Runs node with `args` in its own process group and answers whether it ended well. */
async function succeeds(args: readonly string[], env: Record<string, string>): Promise<boolean> {
  if (interrupted) return false;
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  running = child;
  await once(child, 'exit');
  running = undefined;
  return child.exitCode === 0;
}

/** Ends what runs, its children too, and removes the database. */
async function stop(): Promise<void> {
  interrupted = true;
  if (running?.pid !== undefined) {
    const ended = once(running, 'exit');
    process.kill(-running.pid, 'SIGKILL');
    await ended;
  }
  await (await database?.catch(() => undefined))?.close();
}

function interrupt(exitCode: number): void {
  if (!interrupted) void stop().finally(() => process.exit(exitCode));
}

process.on('SIGINT', () => interrupt(130));
process.on('SIGTERM', () => interrupt(143));
process.on('SIGHUP', () => interrupt(129));
onNpmGone(() => interrupt(143));
setTimeout(() => {
  console.error(`The run took more than ${RUN_TIMEOUT_MS / 60_000} minutes and was stopped: a test file does not end.`);
  interrupt(1);
}, RUN_TIMEOUT_MS).unref();

// A reader that goes away (npm test | head) must not keep us from cleaning up.
process.stdout.on('error', () => {});

try {
  const failed = await testAll(process.argv.slice(2));
  await (await database)?.close();
  if (failed.length > 0 && !interrupted) console.error(`\nFailed: ${failed.join(', ')}.`);
  if (!interrupted) process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  if (!interrupted) {
    console.error(`npm test did not run: ${error instanceof Error ? error.message : String(error)}`);
    await stop();
    process.exitCode = 1;
  }
}
