// What must be known of a candidate before a transaction is opened: may they buy, and what the provider says they have.

import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../../access/customers/index.ts';

/** Either the balance in cents, or the code with which the same purchase by hand would be refused. */
export type CandidateReading = { customerId: string } & ({ providerBalanceCents: number } | { reason: string });

/** Throws when the provider is out of reach: the wave then waits, nobody loses their place for it. */
export async function readCandidate(deps: Pick<AppDeps, 'db' | 'payments'>, customerId: string): Promise<CandidateReading> {
  const customer = await findCustomer(deps.db, customerId);
  if (!customer) return { customerId, reason: FORBIDDEN };
  try {
    assertCompletedOnboarding(customer);
    assertFullRights(customer);
  } catch (error) {
    if (error instanceof AppError) return { customerId, reason: error.code };
    throw error;
  }
  const account = await deps.payments.getAccount(customerId);
  if (account.ok) return { customerId, providerBalanceCents: account.value.balanceCents };
  if (account.kind === 'unavailable' || account.kind === 'unauthorized')
    throw new Error(`balance of ${customerId} not read: ${account.message}`);
  return { customerId, reason: INTERNAL_ERROR };
}
