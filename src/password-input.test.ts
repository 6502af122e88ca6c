// How a command gets a password: by standard input or typed, never as an argument.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runMain } from '../test/support/processes.ts';
import { expectStatus, startWorld, type World } from '../test/support/world.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const PASSWORD = 'quatre mots très calmes';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const create = (email: string) => ['admin', 'create', '--email', email, '--roles', 'support'];
const run = (input: string, ...args: string[]) => runMain({ environment: world.environment, input }, ...args);
const signIn = (email: string, password: string) => world.visitor().post('/api/auth/sign-in/email', { email, password });

it('standard input is the password, without the line break at its end', async () => {
  const { code, output } = await run(`${PASSWORD}\n`, ...create('input@mortar.test'), '--password-stdin');
  assert.equal(code, 0, output);
  assert.match(output, /administrator input@mortar\.test created/);
  assert.doesNotMatch(output, /quatre/);
  expectStatus(await signIn('input@mortar.test', PASSWORD), 200);
  expectStatus(await signIn('input@mortar.test', `${PASSWORD}\n`), 401);
});

it('an argument is refused, whatever stands beside it', async () => {
  for (const more of [[], ['--password-stdin']]) {
    const { code, output } = await run(PASSWORD, ...create('argument@mortar.test'), '--password', PASSWORD, ...more);
    assert.equal(code, 1);
    assert.match(output, /leave --password out/);
  }
  assert.notEqual((await signIn('argument@mortar.test', PASSWORD)).status, 200);
});

it('without a terminal nobody is asked', async () => {
  const { code, output } = await run(PASSWORD, ...create('nobody@mortar.test'));
  assert.equal(code, 1);
  assert.match(output, /add --password-stdin/);
});

it('an empty password makes nobody', async () => {
  const { code, output } = await run('', ...create('empty@mortar.test'), '--password-stdin');
  assert.equal(code, 1);
  assert.match(output, /the password needs/);
});

/** `script` of util-linux, which runs a command on a terminal; empty where there is none. */
const terminal =
  process.platform === 'linux' ? execFileSync('sh', ['-c', 'command -v script || true'], { encoding: 'utf8' }).trim() : '';

/** Types the two lines when they are asked for. */
async function type(email: string, ...typed: string[]): Promise<string> {
  const command = [process.execPath, MAIN, ...create(email)].join(' ');
  const child = spawn(terminal, ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, ...world.environment, LOG_LEVEL: 'silent' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  const questions = [/Password: $/, /Again: $/];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (!questions[0]?.test(shown)) return;
    questions.shift();
    child.stdin.write(`${typed.shift()}\r`);
  });
  await once(child, 'close');
  return shown;
}

it('what is typed is not shown, and must be typed twice alike', { skip: terminal === '' }, async () => {
  const shown = await type('typed@mortar.test', PASSWORD, PASSWORD);
  assert.match(shown, /administrator typed@mortar\.test created/);
  assert.doesNotMatch(shown, /quatre|calmes/);
  expectStatus(await signIn('typed@mortar.test', PASSWORD), 200);
  assert.match(await type('twice@mortar.test', PASSWORD, 'other words than these'), /The two passwords differ/);
});
