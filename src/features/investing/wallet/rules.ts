// Which account ids of the provider can be customers. Pure.

import type { CustomerId } from '../../../core/db/tables.ts';
import { UUID } from '../../../core/uuid.ts';

/** Whether an account id of the provider has the form of a customer's id; whether there is such a customer the look-up tells. */
export function isCustomerId(accountId: string): accountId is CustomerId {
  return UUID.test(accountId);
}
