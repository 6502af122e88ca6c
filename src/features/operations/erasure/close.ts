// Closing an account, by its investor or by an administrator: what opens it and what it alone needed is erased at once, the rest when the law
// no longer asks for it (complete.ts).

import { recordAdminAction } from '../../../core/audit.ts';
import { startOfParisDay } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { closeCustomer, findCustomerWithUser, lockCustomer } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa } from '../../access/mfa/index.ts';
import { endSignIns } from '../../access/session/index.ts';
import { erasePart } from './erase-part.ts';
import { ACCOUNT_HELD } from './errors.ts';
import { insertErasure, listAddresses, listHolds, lockPlan } from './queries.ts';
import { dueOn, type Hold, SWEPT_AFTER_HOURS } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** Claims the code of action `personal-data-erasure`; a refusal releases it. Errors: `erasure.account-held`, those of the code. */
export async function closeOwnAccount(deps: Deps, input: { customerId: CustomerId; tfa: string }): Promise<void> {
  const { customerId, tfa } = input;
  const claim = await claimTfa(deps, { customerId, action: 'personal-data-erasure', code: tfa });
  try {
    await inTransaction(deps.db, async (tx) => {
      if (await lockToClose(tx, deps, customerId)) {
        await consumeTfa(tx, claim);
        await close(tx, deps, { customerId, closedBy: null });
      }
    });
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

/** An account that is closed already stays as it is. Errors: `not-found`, `erasure.account-held`. */
export async function closeAccount(
  deps: Deps,
  input: { customerId: CustomerId; reason: string; audit: RouteAudit },
): Promise<void> {
  const { customerId, reason, audit } = input;
  await inTransaction(deps.db, async (tx) => {
    if (await lockToClose(tx, deps, customerId))
      await close(tx, deps, { customerId, closedBy: audit.administrator.administratorId });
    const target = { type: 'customer', id: customerId };
    await recordAdminAction(tx, { ...audit, target, payload: { reason }, at: deps.clock.now() });
  });
}

/** Locks the investor, with whom every purchase, payout and withdrawal begins; false: the account is closed already. */
async function lockToClose(tx: Tx, { clock }: Pick<Deps, 'clock'>, customerId: CustomerId): Promise<boolean> {
  await lockPlan(tx, customerId);
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  if (customer.closedAt !== null) return false;
  assertFree(await listHolds(tx, customerId, clock.now()));
  return true;
}

function assertFree(holds: readonly Hold[]): void {
  if (holds.length === 0) return;
  throw new AppError(ACCOUNT_HELD, {
    detail: `The account cannot be closed: ${holds.join(', ')}.`,
    faults: holds.map((reason) => ({ path: 'account', reason })),
  });
}

async function close(tx: Tx, deps: Deps, { customerId, closedBy }: { customerId: CustomerId; closedBy: string | null }) {
  const at = deps.clock.now();
  const customer = await findCustomerWithUser(tx, customerId);
  if (!customer) throw new Error(`there is no customer ${customerId}`);
  const firstName = customer.firstName ?? undefined;
  await enqueueEmail(tx, deps, {
    to: customer.email,
    template: 'account-closed',
    data: {
      closedAt: at.toString(),
      identityUntil: startOfParisDay(dueOn('identity', at, null)).toString(),
      accountsUntil: startOfParisDay(dueOn('accounting', at, null)).toString(),
      ...(firstName === undefined ? {} : { firstName }),
    },
  });
  await endSignIns(tx, { userId: customer.userId, emails: await listAddresses(tx, customer.userId) });
  await closeCustomer(tx, customerId, at);
  await insertErasure(tx, { customerId, closedBy, nextAt: at.add({ hours: SWEPT_AFTER_HOURS }) });
  await erasePart(tx, 'account', { customerId, userId: customer.userId });
}
