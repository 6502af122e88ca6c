// A copy of the project that was built: its bundle does what the sources do.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { verifiedInvestor } from '../support/actors.ts';
import { clientAt, startProcess } from '../support/processes.ts';
import { startWorld, type World } from '../support/world.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const copy = mkdtempSync(path.join(tmpdir(), 'mortar-copy-'));
const main = path.join(copy, 'dist/main.js');

let world: World;
before(async () => {
  for (const name of ['src', 'db', 'web', 'clients', 'scripts', 'package.json', 'package-lock.json'])
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

/** The build of the copy. */
async function bundle(): Promise<string> {
  // Border: the copy's module, of the same source.
  const { bundleSources } = (await import(
    pathToFileURL(path.join(copy, 'scripts/bundle-sources.ts')).href
  )) as typeof import('../../scripts/bundle-sources.ts');
  return bundleSources();
}

describe('what `npm run build` made of the sources', () => {
  it('is a separate program, whose errors name the sources', async () => {
    assert.equal(await bundle(), main);
    assert.equal(statSync(path.dirname(main)).mode & 0o777, 0o755, 'read by whoever runs the service');
    const output = run('job', 'nothing');
    assert.match(output, /no scheduled job is named nothing/);
    assert.match(output, /src\/command-line\.ts:\d+/);
  });

  it('finds what lies beside the sources, and answers as they do', async (t) => {
    assert.match(run('migrate'), /the database is up to date/);
    const service = await startProcess(world, 'api', {}, { main });
    t.after(() => service.kill());
    const { client } = await verifiedInvestor(world);
    const signedIn = clientAt(service, client);
    const ours = await signedIn.get('/customers/me');
    assert.equal(ours.status, 200);
    assert.deepEqual(ours.body, (await client.get('/customers/me')).body);
    // A part of the bundle that is loaded when it is first asked for.
    assert.equal((await signedIn.get('/api/auth/list-sessions')).status, 200);
    assert.equal((await signedIn.get('/console')).status, 200);
    assert.equal(await service.stop(), 0);
  });

  it('is replaced as a whole by the next build', async () => {
    writeFileSync(path.join(path.dirname(main), 'old.js'), '');
    await bundle();
    assert.equal(existsSync(path.join(path.dirname(main), 'old.js')), false);
    assert.match(run('job', 'nothing'), /no scheduled job is named nothing/);
  });
});
