// The financial life of a project: every event in every status, by the database.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { resaleProperty } from '../../../../test/support/actors.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { changeFinancialStatus } from './queries.ts';
import type { FinancialEvent } from './rules.ts';

const [PENDING, ONGOING, DELAY, DEFAULT, FINISHED] = FINANCIAL_STATUSES;
/** What each event makes of null, then of each status in order; `-`: nothing. */
const LIFE: Readonly<Record<FinancialEvent, readonly (string | null)[]>> = {
  'funding-closed': [PENDING, '-', '-', '-', '-', '-'],
  'first-transfer-to-owner': ['-', ONGOING, '-', '-', '-', '-'],
  'transfer-came-back': ['-', '-', PENDING, '-', '-', '-'],
  delay: ['-', '-', DELAY, '-', DELAY, '-'],
  default: ['-', '-', DEFAULT, DEFAULT, '-', '-'],
  regularisation: ['-', '-', '-', ONGOING, ONGOING, '-'],
  'everything-repaid': ['-', '-', FINISHED, FINISHED, FINISHED, '-'],
  sold: ['-', FINISHED, FINISHED, FINISHED, FINISHED, '-'],
  'given-up': ['-', '-', '-', FINISHED, FINISHED, '-'],
  'give-up-taken-back-in-delay': ['-', '-', '-', '-', '-', DELAY],
  'give-up-taken-back-in-default': ['-', '-', '-', '-', '-', DEFAULT],
  'charged-back': ['-', '-', '-', '-', '-', ONGOING],
};

let world: World;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld({ worker: false });
  ({ propertyId } = await resaleProperty(world, { owners: [] }));
});
after(() => world.close());

const change = (event: FinancialEvent) =>
  inTransaction(world.deps.db, (tx) => changeFinancialStatus(tx, propertyId, event, world.deps.clock.now()));
const status = async () =>
  (await world.sql<{ status: string | null }>('select financial_status as status from property where id = $1', [propertyId]))[0]
    ?.status;

// Border: Object.entries forgets the type of the keys.
for (const [event, ends] of Object.entries(LIFE) as [FinancialEvent, readonly (string | null)[]][])
  describe(event, () => {
    for (const [index, from] of [null, ...FINANCIAL_STATUSES].entries()) {
      const to = ends[index];
      it(`${from}: ${to === '-' ? 'nothing' : to}`, async () => {
        await financialStatusIs(world, [propertyId], from);
        assert.equal(await change(event), to !== '-');
        assert.equal(await status(), to === '-' ? from : to);
      });
    }
  });
