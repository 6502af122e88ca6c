// Whose money an account of the provider can hold. Pure.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an account id of the provider can be a customer's. */
export function isUuid(accountId: string): boolean {
  return UUID.test(accountId);
}
