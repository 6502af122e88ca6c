// Interest escrow and construction budget of a published obligation V2: what may change when, and the money that follows.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  passWindows,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { ibanOf } from '../../../../test/support/funding-actors.ts';
import { holdAuditRows } from '../../../../test/support/held-lock.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { contractIs, linkWallet } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { G1 } from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Budget = { totalFundEscrow: number; totalConstructionBudget: number };

const LOCKED = 'project.edit-contract-budget-interest-sequestre-locked-with-schedule';
const DECREASE = 'project.edit-contract-budget-decrease-after-transfer';
const FUNDS = 'project.edit-contract-budget-increase-requires-provider-funds';
const UNREADABLE = 'project.provider-balance-unavailable';
const ONLY_V2 = 'project.edit-only-supports-obligationV2';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

const CONTRACT = { operation: { version: 'V2' }, escrowCents: 20_000, constructionCents: 10_000 };
/** A published obligation V2 with an escrow of 20 000 and a budget of 10 000; its SPV has `balanceCents` at the provider. */
async function published(balanceCents = 0, spv?: Spv): Promise<{ propertyId: PropertyId; spvId: SpvId; accountId: string }> {
  const funding = await openFunding(world, { bricks: 100, contract: CONTRACT, ...(spv ? { spv } : {}) });
  if (balanceCents > 0) await world.control('POST', `/accounts/${funding.accountId}/credit`, { amountCents: balanceCents });
  return funding;
}
/** The same with 100 000 collected and divided: 20 000 in the escrow, 80 000 in MAIN; perhaps on the SPV of another project. */
async function closed(spv?: Spv) {
  const funding = await published(0, spv);
  const investor = await verifiedInvestor(world, { fundsCents: 100_000 });
  expectStatus(await investor.client.post(`/properties/${funding.propertyId}/purchase`, { amount: 100 }), 201);
  await world.runJob('wallet-transactions');
  await passWindows(world, funding.propertyId);
  expectStatus(await admin.client.post(`/administration/property/${funding.propertyId}/funding/end/success`), 201);
  assert.deepEqual(await purses(funding.propertyId), { ESCROW: 20_000, MAIN: 80_000 });
  return funding;
}
const edit = (id: string, body: unknown, by: Person = admin) =>
  by.client.patch<Budget>(`/administration/property/${id}/contract-budget`, body);
const stored = async (id: string): Promise<Budget> => {
  const { totalFundEscrow, totalConstructionBudget } = (await admin.client.get<Budget>(`/administration/property/${id}`)).body;
  return { totalFundEscrow, totalConstructionBudget };
};
const purses = async (propertyId: PropertyId) => {
  const [ESCROW, MAIN] = await pursesOf(world, propertyId, ['ESCROW', 'MAIN']);
  return { ESCROW, MAIN };
};
const setAside = async (propertyId: PropertyId) =>
  (
    await world.sql<{ cents: number | null }>('select escrow_set_aside_cents::integer as cents from property where id = $1', [
      propertyId,
    ])
  )[0]?.cents;
const addSchedule = async (propertyId: PropertyId) => {
  const lent = { totalFundedAmount: 100_000, initialCapitalLoaned: { ...G1.initialCapitalLoaned, amount: 100_000 } };
  const echeancierConfig = { ...G1, ...lent, interestSequestre: 20_000 };
  const body = { propertyId, echeancierConfig, totalConstructionBudget: 10_000 };
  expectStatus(await admin.client.post('/administration/property/payment-schedule/v2', body), 201);
};
/** A transfer of 1 000 to the owner: made outside, on its way to the bank, or refused. */
const addOwnerTransfer = async (
  { propertyId, accountId }: { propertyId: PropertyId; accountId: string },
  status: 'transferred' | 'waiting' | 'failed' = 'transferred',
) => {
  const path = `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
  const body =
    status === 'transferred'
      ? { action: 'no-withdraw', amountToTransfer: 1_000 }
      : { action: 'withdraw', amountToTransfer: 1_000, providerWithdrawBankAccountId: await ibanOf(world, accountId) };
  if (status === 'failed') await world.control('POST', '/faults', { route: 'POST /v2/moneyouts', mode: 'error-in-200' });
  expectStatus(await admin.client.post(path, body), status === 'failed' ? 500 : 201);
};
const audits = (id: string) =>
  readAudits<{ payload: unknown }>(world, { kind: 'PROPERTY_EDIT_CONTRACT_BUDGET', targetId: id }, ['payload']);

describe('PATCH /administration/property/:propertyId/contract-budget', () => {
  it('changes either or both within what the provider has, to the cent', async () => {
    const { propertyId } = await published(1_400);
    assert.deepEqual(expectStatus(await edit(propertyId, { totalFundEscrow: 20_700 }), 200).body, {
      totalFundEscrow: 20_700,
      totalConstructionBudget: 10_000,
    });
    const both = { totalFundEscrow: 20_900, totalConstructionBudget: 10_500 };
    assert.deepEqual(expectStatus(await edit(propertyId, both), 200).body, both);
    assert.deepEqual(await stored(propertyId), both);
    const [first, second] = await audits(propertyId);
    assert.deepEqual(first?.payload, {
      before: { totalFundEscrow: 20_000, totalConstructionBudget: 10_000 },
      after: { totalFundEscrow: 20_700, totalConstructionBudget: 10_000 },
    });
    assert.deepEqual(Object(second?.payload).after, both);
    assert.equal(await setAside(propertyId), null);
    const postings = await world.sql(`select id from wallet_transaction where property_id = $1`, [propertyId]);
    assert.deepEqual(postings, [], 'nothing is divided before the closing');
  });
  it(`counts on the same money once, whatever it was promised for -> 400 ${FUNDS}`, async () => {
    const { propertyId, ...spv } = await published(10_000);
    const sibling = await published(0, spv);
    expectStatus(await edit(propertyId, { totalConstructionBudget: 16_000 }), 200);
    expectCode(await edit(propertyId, { totalConstructionBudget: 20_001 }), 400, FUNDS);
    expectCode(await edit(sibling.propertyId, { totalFundEscrow: 24_001 }), 400, FUNDS);
    expectStatus(await edit(sibling.propertyId, { totalFundEscrow: 24_000 }), 200);
    expectCode(await edit(propertyId, { totalConstructionBudget: 16_001 }), 400, FUNDS);
    // What is given back is free again.
    expectStatus(await edit(propertyId, { totalConstructionBudget: 10_000 }), 200);
    expectStatus(await edit(sibling.propertyId, { totalFundEscrow: 30_000 }), 200);
    expectCode(await edit(sibling.propertyId, { totalFundEscrow: 30_001 }), 400, FUNDS);
  });
  it(`after the closing too, when the owner has everything else -> 400 ${FUNDS}`, async () => {
    const funding = await closed();
    const { propertyId, accountId } = funding;
    const path = `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
    const providerWithdrawBankAccountId = await ibanOf(world, accountId);
    expectStatus(
      await admin.client.post(path, { action: 'withdraw', amountToTransfer: 70_000, providerWithdrawBankAccountId }),
      201,
    );
    // MAIN has the budget of the works, the provider that and the escrow.
    expectCode(await edit(propertyId, { totalConstructionBudget: 10_001 }), 400, FUNDS);
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 5_000 });
    expectStatus(await edit(propertyId, { totalConstructionBudget: 15_000 }), 200);
    expectCode(await edit(propertyId, { totalConstructionBudget: 15_001 }), 400, FUNDS);
  });
  it(`two projects of an SPV at once do not count on the same money -> 400 ${FUNDS}`, async () => {
    const { propertyId, ...spv } = await published(1_000);
    const sibling = await published(0, spv);
    const answers = await Promise.all([
      edit(propertyId, { totalConstructionBudget: 11_000 }),
      edit(sibling.propertyId, { totalConstructionBudget: 11_000 }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expectCode(answer, 400, FUNDS);
  });
  it('decreases without asking the provider, before any transfer', async () => {
    const { propertyId } = await published();
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 9 });
    const less = { totalFundEscrow: 0, totalConstructionBudget: 9_999 };
    assert.deepEqual(expectStatus(await edit(propertyId, less), 200).body, less);
  });
  it('after the closing moves only its own MAIN to ESCROW and back', async () => {
    const { propertyId, ...spv } = await closed();
    const sibling = await closed(spv);
    expectStatus(await edit(propertyId, { totalFundEscrow: 25_000, totalConstructionBudget: 12_000 }), 200);
    assert.deepEqual(await purses(propertyId), { ESCROW: 25_000, MAIN: 75_000 });
    assert.equal(await setAside(propertyId), 25_000);
    expectStatus(await edit(propertyId, { totalFundEscrow: 5_000 }), 200);
    assert.deepEqual(await purses(propertyId), { ESCROW: 5_000, MAIN: 95_000 });
    assert.equal(await setAside(propertyId), 5_000);
    assert.deepEqual(await purses(sibling.propertyId), { ESCROW: 20_000, MAIN: 80_000 });
    assert.equal(await setAside(sibling.propertyId), 20_000);
    expectStatus(await edit(propertyId, { totalFundEscrow: 5_000, totalConstructionBudget: 1_000 }), 200);
    const changes = await world.sql<{ cents: string }>(
      `select amount_cents as cents from wallet_transaction where property_id = $1 and type = 'ESCROW_CHANGE' order by created_at`,
      [propertyId],
    );
    assert.deepEqual(
      changes.map(({ cents }) => Number(cents)),
      [5_000, 20_000],
    );
  });
  it('gives back no more than the closing had put aside', async () => {
    const { propertyId } = await closed();
    // As if the contract had promised more than was collected; by SQL, as the increase would be set aside with it.
    await contractIs(world, propertyId, { totalFundEscrowCents: 50_000 });
    expectStatus(await edit(propertyId, { totalFundEscrow: 30_000 }), 200);
    assert.deepEqual(await purses(propertyId), { ESCROW: 20_000, MAIN: 80_000 });
    expectStatus(await edit(propertyId, { totalFundEscrow: 15_000 }), 200);
    assert.deepEqual(await purses(propertyId), { ESCROW: 15_000, MAIN: 85_000 });
  });
  it('after the first transfer to the owner: increases pass, the same amounts too', async () => {
    const funding = await closed();
    const { propertyId } = funding;
    await addOwnerTransfer(funding, 'failed');
    expectStatus(await edit(propertyId, { totalConstructionBudget: 9_000 }), 200);
    await addOwnerTransfer(funding);
    expectStatus(await edit(propertyId, { totalFundEscrow: 20_000, totalConstructionBudget: 9_001 }), 200);
  });
  it('with a schedule: the budget stays editable, the escrow as it is', async () => {
    const { propertyId } = await published(500);
    await addSchedule(propertyId);
    expectStatus(await edit(propertyId, { totalConstructionBudget: 10_500 }), 200);
    expectStatus(await edit(propertyId, { totalFundEscrow: 20_000, totalConstructionBudget: 10_400 }), 200);
  });

  it('two administrators at once: no change is lost, and no increase goes uncovered', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { propertyId } = await published(500);
      const other = await signInAdministrator(world);
      const answers = await Promise.all([
        edit(propertyId, { totalFundEscrow: 20_300 }),
        edit(propertyId, { totalConstructionBudget: 10_200 }, other),
        edit(propertyId, { totalFundEscrow: 20_301 }, other),
      ]);
      // All three are one cent more than there is, whatever their order.
      const refused = answers.filter(({ status }) => status !== 200);
      for (const answer of refused) expectCode(answer as never, 400, FUNDS);
      const { totalFundEscrow, totalConstructionBudget } = await stored(propertyId);
      const spent = totalFundEscrow - 20_000 + totalConstructionBudget - 10_000;
      assert.ok(spent > 0 && spent <= 500, `${spent} of 500`);
      assert.equal((await audits(propertyId)).length, answers.length - refused.length);
    }
  });
  it('a decrease that comes to be an increase meanwhile asks the provider after all', async () => {
    const { propertyId } = await published(8_900);
    const lock = await holdAuditRows(world);
    const lower = edit(propertyId, { totalConstructionBudget: 100 });
    await lock.waiting(1);
    const answer = edit(propertyId, { totalConstructionBudget: 9_000 });
    await lock.waiting(2);
    await lock.release();
    expectStatus(await lower, 200);
    expectStatus(await answer, 200);
    assert.equal((await stored(propertyId)).totalConstructionBudget, 9_000);
  });

  it('many at once after the closing: the ledger has what the property says', async () => {
    const { propertyId } = await closed();
    for (const start of [21_000, 31_000, 5_000]) {
      const amounts = [start, start + 700, start + 300, start + 900];
      const answers = await Promise.all(amounts.map((totalFundEscrow) => edit(propertyId, { totalFundEscrow })));
      for (const answer of answers) expectStatus(answer, 200);
      const { totalFundEscrow } = await stored(propertyId);
      assert.deepEqual(await purses(propertyId), { ESCROW: totalFundEscrow, MAIN: 100_000 - totalFundEscrow });
      assert.equal(await setAside(propertyId), totalFundEscrow);
    }
  });
  it(`a schedule that is created meanwhile -> 400 ${LOCKED}`, async () => {
    const { propertyId } = await published(100);
    const lock = await holdAuditRows(world);
    const creating = addSchedule(propertyId);
    await lock.waiting(1);
    const answer = edit(propertyId, { totalFundEscrow: 20_100 });
    await lock.waiting(2);
    await lock.release();
    await creating;
    expectCode(await answer, 400, LOCKED);
  });

  it('unknown -> 404 project.not-found', async () =>
    expectCode(await edit(randomUUID(), { totalFundEscrow: 1 }), 404, 'project.not-found'));
  const { operation, ...amounts } = CONTRACT;
  for (const [what, other] of Object.entries({
    'an obligation V1': { contract: { ...amounts, operation: { version: 'V1' } } },
    'a loan': { contractType: 'loan', contract: { ...amounts, operation } },
    'a royalty': { contractType: 'royalty', contract: { ...amounts, operation } },
  })) {
    it(`${what} -> 400 project.edit-only-supports-obligationV2`, async () => {
      const { propertyId } = await openFunding(world, { bricks: 100, ...other });
      expectCode(await edit(propertyId, { totalFundEscrow: 20_001 }), 400, ONLY_V2);
    });
  }
  it('a draft -> 400 validation-failed', async () => {
    const body = { name: 'Plan', investorContractType: 'obligation', operation: { version: 'V2' } };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', body), 201).body;
    expectCode(await edit(id, { totalFundEscrow: 0 }), 400, 'validation-failed');
  });
  for (const totalFundEscrow of [19_999, 20_001]) {
    it(`an escrow of ${totalFundEscrow} with a schedule over 20000 -> 400 ${LOCKED}`, async () => {
      const funding = await closed();
      const { propertyId } = funding;
      await addSchedule(propertyId);
      await addOwnerTransfer(funding);
      // Refused as a whole, and before the rule on decreases.
      expectCode(await edit(propertyId, { totalFundEscrow, totalConstructionBudget: 10_001 }), 400, LOCKED);
      assert.deepEqual(await stored(propertyId), { totalFundEscrow: 20_000, totalConstructionBudget: 10_000 });
    });
  }
  for (const body of [
    { totalFundEscrow: 19_999 },
    { totalConstructionBudget: 9_999 },
    { totalFundEscrow: 20_001, totalConstructionBudget: 9_999 },
  ]) {
    for (const status of ['transferred', 'waiting'] as const) {
      it(`${JSON.stringify(body)} after a transfer ${status} -> 400 ${DECREASE}`, async () => {
        const funding = await closed();
        const { propertyId } = funding;
        await addOwnerTransfer(funding, status);
        expectCode(await edit(propertyId, body), 400, DECREASE);
        assert.deepEqual(await audits(propertyId), []);
      });
    }
  }
  for (const body of [
    { totalFundEscrow: 20_700, totalConstructionBudget: 10_001 },
    { totalFundEscrow: 20_701, totalConstructionBudget: 0 },
  ]) {
    it(`${JSON.stringify(body)} with 700 at the provider -> 400 ${FUNDS}`, async () => {
      const { propertyId } = await published(700);
      expectCode(await edit(propertyId, body), 400, FUNDS);
      assert.deepEqual(await stored(propertyId), { totalFundEscrow: 20_000, totalConstructionBudget: 10_000 });
    });
  }
  it(`more than the project's own MAIN, whatever the SPV has beside it -> 400 ${FUNDS}`, async () => {
    const { propertyId, ...spv } = await closed();
    const sibling = await closed(spv);
    expectCode(await edit(propertyId, { totalFundEscrow: 100_001 }), 400, FUNDS);
    assert.deepEqual(await purses(propertyId), { ESCROW: 20_000, MAIN: 80_000 });
    assert.deepEqual([(await stored(propertyId)).totalFundEscrow, await setAside(propertyId)], [20_000, 20_000]);
    // What a fee under way holds is gone; refused after all, it is there again.
    const companyFees = { fundingFees: { amountExcludingTaxCents: 100 } };
    expectStatus(await admin.client.patch(`/administration/property/${propertyId}`, { companyFees }), 200);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending' });
    expectStatus(await admin.client.post(`/administration/property/${propertyId}/funding/transfer-funding-fees`), 201);
    // The budget of the works stays in MAIN.
    expectCode(await edit(propertyId, { totalFundEscrow: 89_881 }), 400, FUNDS);
    expectStatus(await edit(propertyId, { totalFundEscrow: 89_880 }), 200);
    const [fee] = await world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'funding-fees' and status = 'sent'`,
    );
    await world.control('POST', `/p2p/${fee?.id}/fail`);
    await world.runJob('wallet-transactions');
    expectStatus(await edit(propertyId, { totalFundEscrow: 90_000 }), 200);
    assert.deepEqual(await purses(sibling.propertyId), { ESCROW: 20_000, MAIN: 80_000 });
  });
  for (const mode of ['http-500', 'error-in-200']) {
    it(`a provider that answers ${mode} -> 500 ${UNREADABLE}`, async () => {
      const { propertyId } = await published(700);
      await world.control('POST', '/faults', {
        route: 'GET /v2/accounts/:id',
        mode,
        times: 9,
        ...(mode === 'http-500' ? {} : { code: 120 }),
      });
      expectCode(await edit(propertyId, { totalFundEscrow: 20_001 }), 500, UNREADABLE);
      assert.equal((await stored(propertyId)).totalFundEscrow, 20_000);
    });
  }
  it(`a wallet that the provider does not know -> 500 ${UNREADABLE}`, async () => {
    const { propertyId, spvId } = await published(700);
    await linkWallet(world, spvId, 'never-opened');
    expectCode(await edit(propertyId, { totalFundEscrow: 20_001 }), 500, UNREADABLE);
  });
  for (const body of [
    {},
    { totalFundEscrow: -1 },
    { totalConstructionBudget: 0.5 },
    { totalFundEscrow: '1' },
    { totalFundEscrow: null },
  ]) {
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () =>
      expectCode(await edit((await published()).propertyId, body), 400, 'validation-failed'));
  }
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().patch(`/administration/property/${randomUUID()}/contract-budget`, {}),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await edit(randomUUID(), { totalFundEscrow: 1 }, await signUp(world)), 403, 'forbidden'));
});
