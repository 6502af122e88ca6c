// What goes to the owner's side of a loan: pay-outs from the SPV's wallet to its bank account, up to their arrival.

import type { Client } from '../../test/support/client.ts';
import { VAUBAN_SPV } from './loan-people.ts';
import { must, type Stage } from './stage.ts';

const IBAN = { iban: 'FR7630006000011234567890189', status: 5 };
/** What the provider calls a pay-out that is on its way. */
const ON_ITS_WAY = 0;

/** What the demo reads of the last account between owner, platform and holders; cents. */
export type Settlement = {
  financialStatus: string;
  doneAt: string | null;
  penalties: { transferredCents: number };
  owner: { owesCents: number };
  payBack: { totalCents: number };
  unlentCapital: { totalCents: number };
  purses: Record<string, number>;
  open: { payments: number; payouts: number };
  ownerSettlements: { status: string; amountCents: number }[];
};

/** The last account, as it is now. */
export async function readSettlement(administrator: Client, propertyId: string): Promise<Settlement> {
  return must(await administrator.get<Settlement>(`/administration/property/${propertyId}/solde-de-tout-compte`), 200);
}

/** Whose wallet pays out, and in which name its bank account is. */
type Payer = { accountId: string; holder: string };
const VAUBAN: Payer = { accountId: VAUBAN_SPV.accountId, holder: VAUBAN_SPV.owner };

/** A part of the funding goes to the owner. */
export async function payOwner(
  stage: Stage,
  administrator: Client,
  propertyId: string,
  amountToTransfer: number,
  payer: Payer = VAUBAN,
): Promise<void> {
  const path = `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
  const providerWithdrawBankAccountId = await findBankAccount(stage, payer);
  must(await administrator.post(path, { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId }), 201);
  await completePayouts(stage, payer);
}

/** Everything that the project still holds goes back, and nothing is on its way any more. */
export async function payBackOwner(stage: Stage, administrator: Client, propertyId: string): Promise<void> {
  const path = `/administration/property/${propertyId}/solde-de-tout-compte/owner`;
  const providerWithdrawBankAccountId = await findBankAccount(stage, VAUBAN);
  must(await administrator.post(path, { action: 'withdraw', providerWithdrawBankAccountId }), 201);
  await completePayouts(stage, VAUBAN);
  const isArrived = async () => (await readSettlement(administrator, propertyId)).open.payments === 0;
  await stage.until(isArrived, 'the owner to be paid back');
}

/** The bank account of the SPV's wallet, registered once. */
async function findBankAccount(stage: Stage, { accountId, holder }: Payer): Promise<number> {
  const account = `/accounts/${accountId}`;
  const { ibans } = await stage.control<{ ibans: { id: number }[] }>('GET', account);
  return (ibans[0] ?? (await stage.control<{ id: number }>('POST', `${account}/ibans`, { ...IBAN, holder }))).id;
}

/** The bank confirms what the SPV has paid out. */
async function completePayouts(stage: Stage, { accountId }: Payer): Promise<void> {
  type Movement = { id: number; kind: string; status: number };
  const { movements } = await stage.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`);
  for (const movement of movements.filter(({ kind, status }) => kind === 'moneyOut' && status === ON_ITS_WAY))
    await stage.control('POST', `/payouts/${movement.id}/complete`);
  await stage.runJob('wallet-transactions');
}
