// The final settlement of a property, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type View = { id: string; soldeDeToutCompteDoneAt: string | null; financialStatus: string };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const done = (id: string, by = admin) => by.client.post<View>(`/administration/property/${id}/solde-de-tout-compte/done`);
const property = async (financialStatus: string | null = 'repayment-finished') => {
  const { propertyId } = await openFunding(world, { bricks: 10 });
  await financialStatusIs(world, [propertyId], financialStatus);
  return propertyId;
};
const doneAtOf = async (id: string) =>
  (await world.sql<{ at: Date | null }>('select solde_de_tout_compte_done_at as at from property where id = $1', [id]))[0]?.at;
const auditsOf = (id: string) =>
  readAudits<{ kind: string; target_type: string }>(world, { targetId: id }, ['kind', 'target_type']);

describe('POST /administration/property/:propertyId/solde-de-tout-compte/done', () => {
  it('marks a repaid property once, with its audit row', async () => {
    const id = await property();
    const { body } = expectStatus(await done(id), 201);
    assert.deepEqual([body.id, body.financialStatus], [id, 'repayment-finished']);
    assert.equal(new Date(body.soldeDeToutCompteDoneAt ?? '').getTime(), (await doneAtOf(id))?.getTime());
    assert.deepEqual(await auditsOf(id), [{ kind: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_DONE', target_type: 'property' }]);
  });
  it('done before, whatever its status is now -> 400 solde-de-tout-compte-already-done', async () => {
    const id = await property();
    expectStatus(await done(id), 201);
    const first = await doneAtOf(id);
    expectCode(await done(id), 400, 'solde-de-tout-compte-already-done');
    await financialStatusIs(world, [id], 'repayment-ongoing');
    expectCode(await done(id), 400, 'solde-de-tout-compte-already-done');
    assert.deepEqual([await doneAtOf(id), (await auditsOf(id)).length], [first, 1]);
  });
  for (const status of ['reception-by-project-owner-pending', 'repayment-ongoing', 'repayment-delay', 'repayment-default', null])
    it(`${status} -> 400 project-must-be-in-repayment-finished-status`, async () => {
      const id = await property(status);
      expectCode(await done(id), 400, 'project-must-be-in-repayment-finished-status');
      assert.deepEqual([await doneAtOf(id), await auditsOf(id)], [null, []]);
    });
  it('four at once: one marks it', async () => {
    const id = await property();
    const answers = await Promise.all([done(id), done(id), done(id), done(id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expectCode(answer, 400, 'solde-de-tout-compte-already-done');
    assert.equal((await auditsOf(id)).length, 1);
  });
  it('unknown -> 404 not-found', async () => expectCode(await done(randomUUID()), 404, 'not-found'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () => expectCode(await done('one'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().post(`/administration/property/${randomUUID()}/solde-de-tout-compte/done`),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () => expectCode(await done(randomUUID(), await signUp(world)), 403, 'forbidden'));
});
