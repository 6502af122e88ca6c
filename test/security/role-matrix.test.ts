// Every route against administrators of every role: who may call it does, and who may not is told what it takes and who has it.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signInAdministrator } from '../support/actors.ts';
import type { Answer, Client } from '../support/client.ts';
import { expectCode } from '../support/world.ts';
import { faultOf, faultsOf } from './answer-rules.ts';
import { type Callers, createCallers } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';

/** As the owner of the product wants it, apart from the program's own table. */
const EXPECTED: Readonly<Record<string, string>> = {
  'console.use': 'owner finance projects compliance support auditor',
  'people.read': 'owner finance compliance support auditor',
  'people.write': 'owner compliance',
  'papers.read': 'owner compliance auditor',
  'mails.resend': 'owner support',
  'money.read': 'owner finance auditor',
  'money.write': 'owner finance',
  'projects.read': 'owner finance projects auditor',
  'projects.write': 'owner projects',
  'schedules.write': 'owner projects',
  'operations.read': 'owner finance auditor',
  'operations.write': 'owner finance',
  'administrators.read': 'owner auditor',
  'administrators.write': 'owner',
};
const ROLES = ['owner', 'finance', 'projects', 'compliance', 'support', 'auditor'];

/** Requests that write by their method and store nothing; what they show is read. */
const SIMULATIONS = /\/payment-schedule\/simulation/;
/** The own second factors and the own filters of lists: every administrator has them. */
const OWN = /^\/administration\/(mfa|security|saved-filters)(\/|$)/;

/** GETs with effects that belong to reading: each access to an identity document is audited. */
const AUDITED_READS = /\/documents\/\{documentId\}\/file$/;

let callers: Callers;
let clients: Map<string, Client>;

before(async () => {
  callers = await createCallers();
  clients = new Map();
  for (const role of ROLES) clients.set(role, (await signInAdministrator(callers.world, undefined, [role])).client);
});
after(() => callers.world.close());

const ofAdministrators = () => callers.routes.filter(({ guard }) => guard === 'administrator');
const rolesFor = ({ permission = '' }: DeclaredRoute) => (EXPECTED[permission] ?? '').split(' ');

/** Nothing that exists: what is allowed shall have no effect. */
const ask = (route: DeclaredRoute, client: Client) => client.send(route.method, pathOf(route, {}));
const isForbidden = ({ status, text }: Answer) => status === 403 && text.includes('"forbidden"');

it('every administrator’s route declares one of the permissions, and no other route does', () => {
  assert.ok(ofAdministrators().length > 150, 'the description lists the routes');
  const faults = callers.routes.filter(
    ({ guard, permission }) => (guard === 'administrator') !== (permission !== undefined && permission in EXPECTED),
  );
  assert.deepEqual(faults, []);
});

it('each route answers the roles that have its permission, and no other -> 403 forbidden', async () => {
  const cases = ofAdministrators().flatMap((route) => ROLES.map((role) => ({ route, role, sent: `as ${role}` })));
  const faults = await faultsOf(cases, async ({ route, role }) => {
    const client = clients.get(role);
    assert.ok(client);
    const answer = await ask(route, client);
    if (rolesFor(route).includes(role))
      return answer.status === 401 || isForbidden(answer) ? `${route.name}: refused to ${role}: ${answer.text}` : undefined;
    if (!isForbidden(answer)) return `${route.name}: let ${role} in: ${answer.status} ${answer.text.slice(0, 200)}`;
    const told = `This needs the permission ${route.permission}, which the roles ${rolesFor(route).join(', ')} have; you have the role ${role}.`;
    return answer.text.includes(told) ? faultOf(route, answer) : `${route.name} does not say: ${told}`;
  });
  assert.deepEqual(faults, []);
});

it('a role without write permissions has no route that writes', () => {
  const writes = ofAdministrators().filter(
    ({ method, path, hasEffects }) =>
      (method === 'GET' ? hasEffects && !AUDITED_READS.test(path) : !SIMULATIONS.test(path)) && !OWN.test(path),
  );
  const ofAuditor = writes.filter((route) => rolesFor(route).includes('auditor')).map(({ name }) => name);
  assert.deepEqual(ofAuditor, []);
});

it('whoever reads only has no permission of another’s work: money is for finance, people for compliance', () => {
  const movesMoney = ofAdministrators().filter(({ movesMoney }) => movesMoney);
  for (const route of movesMoney)
    assert.ok(
      ['money.write', 'schedules.write', 'operations.write'].includes(route.permission ?? ''),
      `${route.name} commits money and needs ${route.permission}`,
    );
  const aboutPeople = ofAdministrators().filter(({ path }) => path.startsWith('/administration/customers'));
  for (const { name, permission } of aboutPeople)
    assert.ok(['people.read', 'people.write', 'papers.read', 'money.write'].includes(permission ?? ''), `${name}: ${permission}`);
});

it('two roles may do what either may, and nothing else -> 403 forbidden', async () => {
  const { client } = await signInAdministrator(callers.world, undefined, ['support', 'projects']);
  const faults = await faultsOf(
    ofAdministrators().map((route) => ({ route })),
    async ({ route }) => {
      const mayCall = rolesFor(route).some((role) => role === 'support' || role === 'projects');
      return isForbidden(await ask(route, client)) === mayCall ? `${route.name}: expected ${mayCall}` : undefined;
    },
  );
  assert.deepEqual(faults, []);
  expectCode(await client.get('/administration/payments'), 403, 'forbidden');
});

it('what needs no administrator asks for no permission: pages, files, descriptions, routes of development', async () => {
  const open = callers.routes.filter(({ guard, method, tag }) => guard === 'public' && method === 'GET' && tag !== 'session');
  const paths = [...open.map((route) => pathOf(route, callers.params)), '/docs/', '/console/people'];
  assert.ok(paths.includes('/dev/clock') && paths.includes('/console'));
  const support = clients.get('support');
  assert.ok(support);
  for (const path of paths) {
    const withRole: Answer = await support.get(path);
    const without: Answer = await callers.world.visitor().get(path);
    assert.equal(withRole.status, without.status, path);
    assert.ok(!isForbidden(withRole), path);
  }
});
