// How the loan of the second life begins: taxes declared, the owner paid, the schedule created.

import type { Client } from '../../test/support/client.ts';
import { type LoanCast, VAUBAN, VAUBAN_SPV } from './loan-cast.ts';
import type { DemoInvestor } from './people.ts';
import { shown } from './properties.ts';
import { must, type Stage } from './stage.ts';

/** The requests of the year and of the next: the story may go over New Year. */
export async function declareTaxes(stage: Stage, { client }: DemoInvestor, answers: object): Promise<void> {
  const { year } = (await stage.now()).toZonedDateTimeISO('Europe/Paris');
  for (const declared of [year, year + 1]) must(await client.post('/customers/taxation', { year: declared, ...answers }), 201);
}

/** The administrator finds the two requests of each, validated: only those change a rate. */
export async function findValidated(administrator: Client, investors: readonly DemoInvestor[]): Promise<void> {
  const path = '/administration/tax-rate-requests?limit=200';
  const { items } = must(await administrator.get<{ items: { email: string; status: string }[] }>(path), 200);
  for (const { email } of investors) {
    const validated = items.filter((request) => request.email === email && request.status === 'validated');
    if (validated.length !== 2) throw new Error(`requests of ${email} are not validated: ${JSON.stringify(items)}`);
  }
}

/** A pay-out to the owner's bank, up to its arrival. */
export async function payOwner(stage: Stage, administrator: Client, propertyId: string, amountToTransfer: number): Promise<void> {
  const account = `/accounts/${VAUBAN_SPV.accountId}`;
  const { ibans } = await stage.control<{ ibans: { id: number }[] }>('GET', account);
  const iban = { iban: 'FR7630006000011234567890189', holder: 'Vauban SAS', status: 5 };
  const { id } = ibans[0] ?? (await stage.control<{ id: number }>('POST', `${account}/ibans`, iban));
  const path = `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
  const transfer = { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId: id };
  must(await administrator.post(path, transfer), 201);
  const { movements } = await stage.control<{ movements: { id: number; kind: string; status: number }[] }>('GET', account);
  for (const movement of movements.filter(({ kind, status }) => kind === 'moneyOut' && status === 0))
    await stage.control('POST', `/payouts/${movement.id}/complete`);
  await stage.runJob('wallet-transactions');
}

/** Five months in fine; the budget of the works is not lent yet. */
export async function createSchedule(_stage: Stage, { administrator, firstDay }: LoanCast): Promise<void> {
  const { id } = await shown(administrator, VAUBAN);
  const echeancierConfig = {
    totalFundedAmount: 1_000_000,
    initialCapitalLoaned: { date: firstDay.toString(), amount: 800_000 },
    durationInMonths: 5,
    annualInterestPercentage: 9.6,
    managementFeesPercentage: 1.2,
    spvCountry: 'France',
    interestSequestre: 30_000,
    events: [],
  };
  const schedule = { propertyId: id, echeancierConfig, totalConstructionBudget: 200_000 };
  must(await administrator.post('/administration/property/payment-schedule/v2', schedule), 201);
}
