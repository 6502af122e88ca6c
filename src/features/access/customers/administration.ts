// What administrators see and change of an investor, and which one is the platform's own account.

import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { toInvestorView } from './investor-view.ts';
import { mailInvestor } from './mail-investor.ts';
import {
  type CustomerWithUser,
  findCompanyAccountId,
  findCustomerIdByEmail,
  findCustomerWithUser,
  hasCustomer,
  lockCustomer,
} from './queries.ts';
import { transactionRights } from './rules.ts';
import type { AdministrationCustomer, CustomerChanges } from './schemas.ts';
import { clearCompanyAccount, freezeCustomer, markCompanyAccount, setCanSeeRoyalty, unfreezeCustomer } from './write-queries.ts';

// An administrator opens royalty properties to an investor, or freezes and unfreezes their account.

/** What to change, and by whom. */
export type UpdateCustomer = { customerId: CustomerId; changes: Static<typeof CustomerChanges>; audit: RouteAudit };

/**
 * Applies the changes and returns the customer. A freeze cancels withdrawals that were not sent yet (A-withdrawals-13). A change to the present value succeeds and is audited too; a second freeze keeps
 * the first reason (A-customers-5). Errors: `validation-failed` (no change, freeze or unfreeze without a reason), `not-found`.
 */
export async function updateCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'stopWithdrawals'>,
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
        await deps.stopWithdrawals(tx, { customerId, at });
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
    isCompanyAccount: customer.isCompanyAccount,
    frozenAt: customer.frozenAt?.toString() ?? null,
    frozenSource: customer.frozenSource,
    frozenReason: customer.frozenReason,
    providerStatus: customer.providerStatus,
    providerBlocked: customer.providerBlocked,
    referrerCustomerId: customer.referrerCustomerId,
  };
}

// Refuses an unknown investor, so that administrators get a 404 and not an empty list (A-customers-8).

/** Error: `not-found`. */
export async function assertCustomer(db: Database, customerId: CustomerId): Promise<void> {
  if (!(await hasCustomer(db, customerId))) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
}

/** The administrator of the audit row: nobody is signed in on the command line. */
const COMMAND_LINE = { administratorId: '00000000-0000-0000-0000-000000000000', email: 'command-line' } as const;

/**
 * Makes the investor with this address the company account; the previous one becomes an ordinary investor (A-customers-7).
 * Returns `same`, changes nothing and audits nothing when the investor is the company account already. Throws when no investor
 * has the address.
 */
export async function designateCompanyAccount(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { email }: { email: string },
): Promise<'designated' | 'moved' | 'same'> {
  return inTransaction(deps.db, async (tx) => {
    await lockKey(tx, 'company-account');
    const customerId = await findCustomerIdByEmail(tx, email);
    if (customerId === undefined) throw new Error(`no investor has the address ${email}`);
    const previousId = await findCompanyAccountId(tx);
    if (previousId === customerId) return 'same';
    if (previousId !== undefined) await clearCompanyAccount(tx, previousId);
    await markCompanyAccount(tx, customerId);
    await recordAdminAction(tx, {
      kind: 'COMPANY_ACCOUNT_DESIGNATION',
      administrator: COMMAND_LINE,
      target: { type: 'customer', id: customerId },
      payload: { previousCustomerId: previousId ?? null },
      at: deps.clock.now(),
    });
    return previousId === undefined ? 'designated' : 'moved';
  });
}
