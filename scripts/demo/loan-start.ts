// How the loan of the second life begins: taxes declared, the schedule created.

import type { Client } from '../../test/support/client.ts';
import { type LoanPeople, VAUBAN } from './loan-people.ts';
import type { DemoInvestor } from './people.ts';
import { shown } from './properties.ts';
import { must, type Stage } from './stage.ts';

/** The requests of the year and of the next: the demo may go over New Year. */
export async function declareTaxes(stage: Stage, { client }: DemoInvestor, answers: object): Promise<void> {
  const { year } = (await stage.now()).toZonedDateTimeISO('Europe/Paris');
  for (const declared of [year, year + 1]) must(await client.post('/customers/taxation', { year: declared, ...answers }), 201);
}

/** The administrator finds the two requests of each and validates them: only those change a rate. */
export async function validateTaxes(administrator: Client, investors: readonly DemoInvestor[]): Promise<void> {
  const path = '/administration/tax-rate-requests?limit=200';
  const { items } = must(await administrator.get<{ items: { id: string; email: string; status: string }[] }>(path), 200);
  for (const { email } of investors) {
    const waiting = items.filter((request) => request.email === email && request.status === 'waiting');
    if (waiting.length !== 2) throw new Error(`requests of ${email} do not wait: ${JSON.stringify(items)}`);
    for (const { id } of waiting) must(await administrator.post(`/administration/tax-rate-requests/${id}/validate`), 201);
  }
}

/** Five months in fine; the budget of the works is not lent yet. */
export async function createSchedule(_stage: Stage, { administrator, firstDay }: LoanPeople): Promise<void> {
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
