// GET /administration/customers/:customerId/bricks: what an investor holds, as they see it.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { listBricks } from './list-bricks.ts';
import type { AdministrationHoldingsQuery, HoldingsPage } from './schemas.ts';

/** Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerBricks(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationHoldingsQuery> & { customerId: string },
): Promise<Static<typeof HoldingsPage>> {
  await assertCustomer(deps.db, input.customerId);
  return listBricks(deps, input);
}
