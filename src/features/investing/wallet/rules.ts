// Which account ids of the provider can be customers. Pure.

import type { CustomerId } from '../../../core/db/tables.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an account id of the provider has the form of a customer's id; whether there is such a customer the look-up tells. */
export function isCustomerId(accountId: string): accountId is CustomerId {
  return UUID.test(accountId);
}
