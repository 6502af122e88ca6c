// PATCH /administration/customers/:id: opens royalty properties to an investor, or freezes and unfreezes their account.

import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { stopWithdrawals } from '../../investing/withdrawals/index.ts';
import {
  type CustomerWithUser,
  findCustomerWithUser,
  freezeCustomer,
  lockCustomer,
  mailInvestor,
  setCanSeeRoyalty,
  toInvestorView,
  transactionRights,
  unfreezeCustomer,
} from '../customers/index.ts';
import type { AdministrationCustomer, CustomerChanges } from './schemas.ts';

/** What to change, and by whom. */
export type UpdateCustomer = { customerId: CustomerId; changes: Static<typeof CustomerChanges>; audit: RouteAudit };

/**
 * Applies the changes and returns the customer. A freeze cancels withdrawals that were not sent yet (A-withdrawals-13). A change to the
 * present value succeeds and is audited too; a second freeze keeps the first reason. Errors: `validation-failed` (no change, freeze or
 * unfreeze without a reason), `not-found`.
 */
export async function updateCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: UpdateCustomer,
): Promise<AdministrationCustomer> {
  const { customerId, changes, audit } = input;
  const { canSeeRoyalty } = changes;
  const freeze = freezeOf(changes);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    if (canSeeRoyalty !== undefined) await setCanSeeRoyalty(tx, customerId, canSeeRoyalty);
    if (freeze !== undefined) {
      const { frozen, reason } = freeze;
      if (frozen) {
        await freezeCustomer(tx, { customerId, source: 'administrator', reason, at });
        await stopWithdrawals(tx, deps, { customerId, at });
      } else await unfreezeCustomer(tx, customerId);
      if (frozen !== (customer.frozenAt !== null)) {
        const news = frozen ? { frozen } : { frozen, rights: transactionRights({ ...customer, frozenAt: null }) };
        await mailInvestor(tx, deps, { customerId, template: 'account-frozen', data: { ...news, changedAt: at.toString() } });
      }
    }
    await recordAdminAction(tx, { ...audit, target: { type: 'customer', id: customerId }, payload: changes, at });
    const updated = await findCustomerWithUser(tx, customerId);
    if (!updated) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    return toAdministrationView(updated);
  });
}

/** The freeze or unfreeze that is asked for, if any. Error: `validation-failed`. */
function freezeOf(changes: UpdateCustomer['changes']): { frozen: boolean; reason: string } | undefined {
  const { canSeeRoyalty, frozen, reason } = changes;
  if (canSeeRoyalty === undefined && frozen === undefined)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body', reason: 'needs canSeeRoyalty or frozen' }] });
  if (frozen === undefined) return undefined;
  if (reason === undefined)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body/reason', reason: 'is required to freeze or unfreeze' }],
    });
  return { frozen, reason };
}

// Turns a customer into what an administrator sees: the investor's own view, their freeze, and their account at the provider.

export function toAdministrationView(customer: CustomerWithUser): AdministrationCustomer {
  return {
    ...toInvestorView(customer),
    closedAt: customer.closedAt?.toString() ?? null,
    isCompanyAccount: customer.isCompanyAccount,
    frozenAt: customer.frozenAt?.toString() ?? null,
    frozenSource: customer.frozenSource,
    frozenReason: customer.frozenReason,
    providerStatus: customer.providerStatus,
    providerBlocked: customer.providerBlocked,
    referrerCustomerId: customer.referrerCustomerId,
  };
}
