// Refuses the wallet of an investor, whose account id is the customer's id, as the wallet of an SPV.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { investorOfAccount } from './rules.ts';

/** Error: `validation-failed`. */
export async function assertNotOfInvestor(tx: Tx, accountId: string): Promise<void> {
  const customerId = investorOfAccount(accountId);
  if (customerId === undefined || !(await findCustomer(tx, customerId))) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is the wallet of an investor' }],
  });
}
