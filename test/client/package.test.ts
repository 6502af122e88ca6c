// The package of the typed client as its users get it: packed, installed into an empty project, and its README played.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PASSWORD, verifiedInvestor } from '../support/actors.ts';
import { startWorld, type World } from '../support/world.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const CLIENT = join(REPOSITORY, 'clients/typescript');
const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);

let world: World;
let folder: string;

before(async () => {
  [world, folder] = await Promise.all([startWorld(), mkdtemp(join(tmpdir(), 'mortar-client-'))]);
});
after(async () => {
  await Promise.all([world.close(), rm(folder, { recursive: true, force: true })]);
});

describe('the package mortar-client', () => {
  it('is built, packed, installed without the network, compiles with its types, and plays its README', async () => {
    const project = await installed();
    const email = await investorWithThreeDeposits();
    await writeFile(join(project, 'readme.ts'), await exampleFor({ email }));
    await run(process.execPath, [TSC, '-p', project]);
    const { stdout } = await run(process.execPath, ['readme.js'], { cwd: project });
    const lines = stdout.trim().split('\n');
    assert.equal(lines[0], 'available: 6000 cents');
    assert.deepEqual(
      lines.slice(1, 4).map((line) => line.split(' ').slice(1).join(' ')),
      ['MONEY_IN 3000', 'MONEY_IN 2000', 'MONEY_IN 1000'],
    );
    assert.match(lines[4] ?? '', /^404 marketplace\.buy\.DEAL_NOT_FOUND ./);
    assert.equal(lines.length, 5);
  });
});

/** A project outside the repository with the packed client in it. */
async function installed(): Promise<string> {
  const source = join(folder, 'source');
  const project = join(folder, 'project');
  await Promise.all([mkdir(source), mkdir(project)]);
  for (const name of ['package.json', 'README.md']) await cp(join(CLIENT, name), join(source, name));
  await run(process.execPath, [TSC, '-p', CLIENT, '--outDir', join(source, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: source });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  assert.ok(packed);
  const strangers = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(package\.json|README\.md|dist\/.+\.(js|d\.ts))$/.test(path));
  assert.deepEqual(strangers, []);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['readme.ts'] }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], { cwd: project });
  return project;
}

const STRICT = { strict: true, target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], types: [] };

async function investorWithThreeDeposits(): Promise<string> {
  const { email, customerId } = await verifiedInvestor(world);
  for (const amountCents of [1_000, 2_000, 3_000]) {
    await world.control('POST', `/accounts/${customerId}/credit`, { amountCents });
    await world.runJob('incoming-wires');
  }
  return email;
}

/** The example of the README, with this world in place of the demo world. */
async function exampleFor({ email }: { email: string }): Promise<string> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  let example = /```ts\n(.+?)```/s.exec(readme)?.[1] ?? '';
  for (const [demo, here] of [
    ['http://127.0.0.1:3000', world.url],
    ['camille@demo.mortar.test', email],
    ['mortar-demo-password', PASSWORD],
  ] as const) {
    assert.ok(example.includes(demo), `the example does not name ${demo}`);
    example = example.replace(demo, here);
  }
  return example;
}
