// An administrator opens royalty properties to an investor, or freezes and unfreezes their account.

import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { toAdministrationView } from './administration-view.ts';
import { mailInvestor } from './mail-investor.ts';
import { findCustomerWithUser, lockCustomer } from './queries.ts';
import type { AdministrationCustomer, CustomerChanges } from './schemas.ts';
import { freezeCustomer, setCanSeeRoyalty, unfreezeCustomer } from './write-queries.ts';

/** What to change, and who does it. */
export type UpdateCustomer = { customerId: string; changes: Static<typeof CustomerChanges>; audit: RouteAudit };

/**
 * Applies the changes and answers the customer as they are now. Asking for what is so already succeeds and is audited too;
 * a freeze keeps its first reason (A-customers-5). Errors: `validation-failed` (nothing to change, freeze without a reason), `not-found`.
 */
export async function updateCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: UpdateCustomer,
): Promise<AdministrationCustomer> {
  const { customerId, changes, audit } = input;
  checkChanges(changes);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    if (changes.canSeeRoyalty !== undefined) await setCanSeeRoyalty(tx, customerId, changes.canSeeRoyalty);
    if (changes.frozen === true)
      await freezeCustomer(tx, { customerId, source: 'administrator', reason: changes.reason ?? '', at });
    if (changes.frozen === false) await unfreezeCustomer(tx, customerId);
    if (changes.frozen !== undefined && changes.frozen !== (customer.frozenAt !== null))
      await mailInvestor(tx, deps, {
        customerId,
        template: 'account-frozen',
        data: { frozen: changes.frozen, changedAt: at.toString() },
      });
    await recordAdminAction(tx, { ...audit, target: { type: 'customer', id: customerId }, payload: changes, at });
    const updated = await findCustomerWithUser(tx, customerId);
    if (!updated) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    return toAdministrationView(updated);
  });
}

function checkChanges(changes: UpdateCustomer['changes']): void {
  const { canSeeRoyalty, frozen, reason } = changes;
  if (canSeeRoyalty === undefined && frozen === undefined)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body', reason: 'needs canSeeRoyalty or frozen' }] });
  if (frozen !== undefined && reason === undefined)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body/reason', reason: 'is required to freeze or unfreeze' }],
    });
}
