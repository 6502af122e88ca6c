// The disk of the files takes no more: what is uploaded then is refused as a whole, and once there is room again it is taken.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { signInAdministrator, signUp } from '../support/actors.ts';
import { PDF, uploadOf } from '../support/files.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { PROFILE } from '../support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;
let full: ServiceProcess;
before(async () => {
  world = await startWorld({ worker: false });
  // Each of its files ends after 32 KB or 64 KB, as the shell counts: a write beyond that fails halfway, as on a full disk.
  full = await startProcess(world, 'api', {}, { prepare: 'ulimit -f 64' });
});
after(async () => {
  await full.kill();
  await world.close();
});

const files = async () =>
  (await readdir(join(world.deps.config.DATA_DIR, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length;
const document = () => uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });

it('an identity document -> 503 temporarily-unavailable', async () => {
  const { client } = await signUp(world);
  expectStatus(await client.patch('/customers/profile', { ...PROFILE, customerType: 'business' }), 200);
  const url = '/customers/investor-identity-document';
  const refused = await clientAt(full, client).post(url, document());
  expectCode(refused, 503, 'temporarily-unavailable');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const { body } = await client.get<{ identityDocuments: object[] }>('/customers/me');
  assert.deepEqual([await files(), body.identityDocuments], [0, []]);
  expectStatus(await client.post(url, document()), 201);
  assert.equal(await files(), 1);
});

it('a document of a property -> 500', async () => {
  const { client } = await signInAdministrator(world);
  const url = '/administration/property/upload-property-document';
  const before = await files();
  assert.equal(expectStatus(await clientAt(full, client).post(url, document()), 500).text, '');
  assert.equal(await files(), before);
  expectStatus(await client.post(url, document()), 201);
  assert.equal(await files(), before + 1);
});
