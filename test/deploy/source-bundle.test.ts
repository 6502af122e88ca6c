// A copy of the project that starts from its bundle: it does what the sources do, and only as long as they are the ones it was made of.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { verifiedInvestor } from '../support/actors.ts';
import { clientAt, startProcess } from '../support/processes.ts';
import { startWorld, type World } from '../support/world.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MARK = 'this is the bundle';

const copy = mkdtempSync(path.join(tmpdir(), 'mortar-copy-'));
const main = path.join(copy, 'src/main.ts');

let world: World;
before(async () => {
  for (const name of ['src', 'db', 'console', 'clients', 'package.json', 'package-lock.json'])
    cpSync(path.join(PROJECT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'));
  world = await startWorld();
});
after(async () => {
  await world.close();
  rmSync(copy, { recursive: true, force: true });
});

/** What a command of the copy prints. */
function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...world.environment, LOG_LEVEL: 'silent' },
  });
  return stdout + stderr;
}

type SourceBundles = typeof import('../../src/source-bundle.ts');

async function bundles(): Promise<SourceBundles> {
  // Border: the copy's module, of the same source.
  return (await import(pathToFileURL(path.join(copy, 'src/source-bundle.ts')).href)) as SourceBundles;
}

describe('a process', () => {
  it('starts from the bundle once there is one, and its errors name the sources', async () => {
    const { findSourceBundle, makeSourceBundle } = await bundles();
    assert.equal(findSourceBundle().exists, false);
    await makeSourceBundle(findSourceBundle());
    const { folder, commandLine, exists } = findSourceBundle();
    assert.ok(exists);
    assert.equal(statSync(folder).mode & 0o777, 0o755, 'read by whoever runs the service');
    writeFileSync(commandLine, `console.log(${JSON.stringify(MARK)});${readFileSync(commandLine, 'utf8')}`);
    const output = run('job', 'nothing');
    assert.match(output, new RegExp(MARK));
    assert.match(output, /no scheduled job is named nothing/);
    assert.match(output, /src\/command-line\.ts:\d+/);
  });

  it('finds what lies beside the sources, and answers as they do', async (t) => {
    assert.match(run('migrate'), /the database is up to date/);
    const service = await startProcess(world, 'api', {}, main);
    t.after(() => service.kill());
    const { client } = await verifiedInvestor(world);
    const signedIn = clientAt(service, client);
    const ours = await signedIn.get('/customers/me');
    assert.equal(ours.status, 200);
    assert.deepEqual(ours.body, (await client.get('/customers/me')).body);
    // A part of the bundle that is loaded when it is first asked for.
    assert.equal((await signedIn.get('/api/auth/list-sessions')).status, 200);
    assert.equal((await signedIn.get('/console')).status, 200);
    assert.ok(service.lines.some((line) => line.includes(MARK)));
    assert.equal(await service.stop(), 0);
  });

  it('runs the sources once they are others', async () => {
    appendFileSync(path.join(copy, 'src/deps.ts'), '// changed\n');
    const output = run('job', 'nothing');
    assert.doesNotMatch(output, new RegExp(MARK));
    assert.match(output, /no scheduled job is named nothing/);
  });
});
