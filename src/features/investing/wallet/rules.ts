// Which account ids of the provider can be customers. Pure.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an account id of the provider has the form of a customer's id. */
export function isUuid(accountId: string): boolean {
  return UUID.test(accountId);
}
