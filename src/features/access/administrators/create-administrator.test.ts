// Administrators made on the command line: the first is owner, later ones have the roles that are named.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createAdministrator } from './index.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const address = () => `admin-${randomUUID().slice(0, 13)}@mortar.test`;
const create = (email: string, more: { password?: string; roles?: string[] } = {}) =>
  createAdministrator(world.deps, { email, password: PASSWORD, name: 'Alix', ...more });
const signIn = (email: string, password: string) => world.visitor().post('/api/auth/sign-in/email', { email, password });
const rolesOf = async (email: string) => {
  const rows = await world.sql<{ role: string }>(
    'select given.role from administrator_role given join auth_user on id = user_id where email = $1 order by 1',
    [email],
  );
  return rows.map(({ role }) => role);
};

it('the first is owner, whatever was asked for; a later one needs roles', async () => {
  const [first, second] = [address(), address()];
  assert.equal(await create(first, { roles: ['support'] }), 'created');
  assert.deepEqual(await rolesOf(first), ['owner', 'support']);
  await assert.rejects(create(second), /name the roles/);
  await assert.rejects(create(second, { roles: ['boss'] }), /boss is no role; there are: owner, finance, /);
  assert.equal(await create(second, { roles: ['finance', 'support'] }), 'created');
  assert.deepEqual(await rolesOf(second), ['finance', 'support']);
});

it('makes an administrator who can sign in', async () => {
  const { client } = await signInAdministrator(world);
  expectStatus(await client.get('/administration/customers'), 200);
});

it('gives an existing one the password and ends their sessions', async () => {
  const { client, email } = await signInAdministrator(world);
  assert.equal(await create(email.toUpperCase(), { password: 'another password' }), 'updated');
  expectCode(await client.get('/administration/customers'), 401, 'unauthenticated');
  expectStatus(await signIn(email, PASSWORD), 401);
  expectStatus(await signIn(email, 'another password'), 200);
  assert.deepEqual(await rolesOf(email), ['owner']);
});

it('leaves an existing one alone who has that password, and gives roles that are lacking, audited', async () => {
  const { client, email, userId } = await signInAdministrator(world, undefined, ['support']);
  assert.equal(await create(email), 'unchanged');
  expectCode(await client.get('/administration/payments'), 403, 'forbidden');
  assert.equal(await create(email, { roles: ['support', 'finance'] }), 'updated');
  expectStatus(await client.get('/administration/payments'), 200);
  const audit = await world.sql<{ administrator_email: string; payload: object }>(
    `select administrator_email, payload from admin_action where kind = 'ADMINISTRATOR_ROLES_UPDATE' and target_id = $1 order by created_at`,
    [userId],
  );
  assert.deepEqual(
    audit.map(({ administrator_email, payload }) => [administrator_email, payload]),
    [
      ['command-line', { given: ['support'] }],
      ['command-line', { given: ['finance'] }],
    ],
  );
});

it('refuses an investor’s address, a short password, and what is no address', async () => {
  const { email } = await signUp(world);
  await assert.rejects(create(email), /belongs to an investor/);
  await assert.rejects(create(address(), { password: 'short' }), /8 to 128 characters/);
  await assert.rejects(create('nobody'), /not an email address/);
  expectStatus(await signIn(email, PASSWORD), 200);
});
