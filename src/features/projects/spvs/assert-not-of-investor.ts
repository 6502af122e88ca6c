// Refuses the wallet of an investor, whose account id is the customer's id, as the wallet of an SPV.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { isUuid } from './rules.ts';

/** In upper or lower case (A-spvs-7). Error: `validation-failed`. */
export async function assertNotOfInvestor(tx: Tx, accountId: string): Promise<void> {
  if (!isUuid(accountId) || !(await findCustomer(tx, accountId.toLowerCase()))) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is the wallet of an investor' }],
  });
}
