// The wallet of an investor is named by their id: no SPV may collect on it.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { findCustomer } from '../../access/customers/index.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A-spvs-7: in whatever case the id is written. Error: `validation-failed`. */
export async function assertNotOfInvestor(tx: Tx, accountId: string): Promise<void> {
  if (!UUID.test(accountId) || !(await findCustomer(tx, accountId.toLowerCase()))) return;
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body/providerExternalId', reason: 'is the wallet of an investor' }],
  });
}
