// Transfers of a funded project to its owner, as an administrator orders, records and reads them.

import type { PropertyId } from '../../src/core/db/tables.ts';
import type { Person } from './actors.ts';
import { type FundedProperty, fundedProperty, ibanOf } from './funding-actors.ts';
import { pursesOf } from './payment-actors.ts';
import { expectStatus, type World } from './world.ts';

/** A transfer as the API shows it; cents. */
export type OwnerTransfer = {
  id: string;
  status: string;
  amountCents: number;
  withdrawBypassed: boolean;
  bypassingAdmin: { email: string } | null;
  openPayment: { id: string; isAccepted: boolean } | null;
};
export type AnsweredTransfer = {
  transfer: OwnerTransfer;
  transferredCents: number;
  transferableCents: number;
  proposedCents: number;
};
type Listed = Omit<AnsweredTransfer, 'transfer'> & { capCents: number; transfers: OwnerTransfer[] };
/** A funded project, and the id of its bank account at the provider. */
export type ReadyToTransfer = FundedProperty & { ibanId: number };
type Headers = Record<string, string>;

export const transfersPath = (propertyId: PropertyId): string =>
  `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;

/** G-13: the cap is 34 770 000. */
export async function readyToTransfer(
  world: World,
  options: Partial<Parameters<typeof fundedProperty>[1]> = {},
): Promise<ReadyToTransfer> {
  const amounts = { mainCents: 34_770_000, escrowCents: 3_750_000, constructionCents: 8_000_000 };
  const property = await fundedProperty(world, { ...amounts, ...options });
  return { ...property, ibanId: await ibanOf(world, property.accountId) };
}

/** Orders a withdrawal to the owner's bank account. */
export const withdrawToOwner = (by: Person, to: ReadyToTransfer, amountToTransfer: number, headers: Headers = {}) =>
  by.client.post<AnsweredTransfer>(
    transfersPath(to.propertyId),
    { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId: to.ibanId },
    headers,
  );

/** Records what was transferred outside. */
export const recordTransfer = (by: Person, to: FundedProperty, amountToTransfer: number, headers: Headers = {}) =>
  by.client.post<AnsweredTransfer>(transfersPath(to.propertyId), { action: 'no-withdraw', amountToTransfer }, headers);

export const listTransfers = async (by: Person, { propertyId }: FundedProperty): Promise<Listed> =>
  expectStatus(await by.client.get<Listed>(`/administration/property/${propertyId}/funding/transfers`), 200).body;

/** What is left of the project's main purse; cents. */
export const mainPurse = async (world: World, { propertyId }: FundedProperty) => (await pursesOf(world, propertyId, ['MAIN']))[0];
