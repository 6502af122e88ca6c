// Payments are assigned and penalties replaced in any order; the purses hold at each step what a derivation from scratch says.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { assertParts } from '../../../../test/support/parts.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** G-1, its first and its last echeance: interest, then fees, then surplus; capital, then surplus. */
const [INTEREST, FEES, CAPITAL] = [79_167, 10_000, 10_000_000];

type Step = { kind: 'mensualite' | 'capitalRepayment'; cents: number } | { kind: 'penalty'; cents: number };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-03T10:00:00Z' });
});
after(() => world.close());

async function take(own: ScheduledProperty, step: Step): Promise<void> {
  const { propertyId, accountId, spvId, echeances } = own;
  if (step.kind === 'penalty') {
    const penalty = { total: step.cents, forInvestors: step.cents, forBricks: 0 };
    const told = [{ propertyId, status: null, penalties: [{ echeanceId: echeances[0]?.id, penalty }] }];
    const path = '/administration/defaults-management/echeancier/penalties';
    expectStatus(await world.visitor().post(path, told, { 'x-api-key': 'sandbox-defaults-key' }), 201);
    return;
  }
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: step.cents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find((wire) => wire.spvId === spvId)?.id;
  const echeanceId = (step.kind === 'mensualite' ? echeances[0] : echeances.at(-1))?.id;
  const assignment = { wireToBeAssignedId, paymentFor: step.kind, echeanceId, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

/** repayments.md#order-inside-a-mensualite to the letter, only of the sums. */
function fromScratch(steps: readonly Step[]) {
  const sumOf = (kind: Step['kind']) => steps.reduce((sum, step) => (step.kind === kind ? sum + step.cents : sum), 0);
  const paid = sumOf('mensualite');
  const capital = sumOf('capitalRepayment');
  // The last total sent counts; the same again changes nothing.
  const penalty = steps.findLast(({ kind }) => kind === 'penalty')?.cents ?? 0;
  const investors = Math.min(paid, INTEREST + penalty);
  const fees = Math.min(paid - investors, FEES);
  return {
    COUPON: investors,
    FEES: fees,
    SURPLUS: paid - investors - fees + Math.max(capital - CAPITAL, 0),
    CAPITAL: Math.min(capital, CAPITAL),
    UNASSIGNED: 0,
  };
}

async function pursesOf({ propertyId }: ScheduledProperty) {
  const rows = await world.sql<{ purse: string; cents: number }>(
    `select split_part(name, ':', 3) as purse, balance_cents::integer as cents from ledger_account where owner_id = $1`,
    [propertyId],
  );
  const held = new Map(rows.map(({ purse, cents }) => [purse, cents]));
  const cents = (purse: string) => held.get(purse) ?? 0;
  return {
    COUPON: cents('COUPON'),
    FEES: cents('FEES'),
    SURPLUS: cents('SURPLUS'),
    CAPITAL: cents('CAPITAL'),
    UNASSIGNED: cents('UNASSIGNED'),
  };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('mensualite' as const), cents: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ kind: fc.constant('penalty' as const), cents: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ kind: fc.constant('capitalRepayment' as const), cents: fc.integer({ min: 1, max: 8_000_000 }) }),
);

it('assign, then derive, equals derive from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const own = await scheduledProperty(world, admin);
      const taken: Step[] = [];
      for (const one of steps) {
        // Capital that is all there takes no payment any more.
        if (one.kind === 'capitalRepayment' && fromScratch(taken).CAPITAL === CAPITAL) continue;
        await take(own, one);
        taken.push(one);
        assert.deepEqual(await pursesOf(own), fromScratch(taken), JSON.stringify(taken));
      }
    }),
    { numRuns: 15 },
  );
  // All that was assigned on the way.
  await assertParts(admin, '/administration/property/payment-schedule/payment-to-be-assigned/history');
  await assertSoundLedger(world);
});
