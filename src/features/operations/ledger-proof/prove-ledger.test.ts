// The proof beside living books: money that moves between its readings is no lack; money that is not there is one.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { onlyInTheBooks } from '../../../../test/support/money-states.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { LedgerProof } from './prove-ledger.ts';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const prove = async () => expectStatus(await admin.client.get<LedgerProof>('/administration/ledger/proof'), 200).body;

it('a wire that is booked between the readings of provider and books', async () => {
  const { customerId } = await verifiedInvestor(world);
  // What the comparison reads of our books, and the booking of a wire does not.
  const books = await holdLock(world, 'lock table payout_line in access exclusive mode');
  const proof = prove();
  await books.waiting(1);
  await world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 5_000 });
  await world.runJob('incoming-wires');
  await books.release();
  const { ok, providerDifferences } = await proof;
  assert.deepEqual([ok, providerDifferences], [true, []]);
});

it('a wallet that lacks money is shown, however often it is looked at', async () => {
  const { customerId } = await verifiedInvestor(world);
  await onlyInTheBooks(world, customerId, 700);
  const { ok, providerDifferences } = await prove();
  assert.equal(ok, false);
  assert.deepEqual(
    providerDifferences.map(({ accountId, kind, ledgerCents, providerCents }) => [accountId, kind, ledgerCents, providerCents]),
    [[customerId, 'missing', 700, 0]],
  );
});
