// What went wrong at the provider in the demo world: a withdrawal that no bank confirms, two payments that moved money twice, one of
// them dealt with, and a wire that a bank takes back.

import type { Client } from '../../test/support/client.ts';
import { type Chapter, createCast } from './life.ts';
import type { LoanPeople } from './loan-people.ts';
import { becomeVerified, createInvestor, type DemoInvestor, meOf, signIn, signInAdministrator } from './people.ts';
import { QUAI_DES_ARTS, shown } from './properties.ts';
import { must, PLATFORM_ACCOUNT, type Stage } from './stage.ts';
import { hasTransaction, movementsOf, receiveWire } from './trading.ts';
import { registerBankAccount, withdraw } from './withdrawal.ts';

type Incident = { id: string; providerPaymentId: number; amountCents: number };

/** Cents of the wires, and what they pay: a gift card, and bricks of 10 EUR. */
const LINA = { wireCents: 30_000, cardCents: 5_000 };
const MALO = { wireCents: 50_000, bricks: 10 };
/** Time to send the payments again before the provider executes their first calls. */
const LATE_SECONDS = 10;

/** Less than her coupons have brought her. */
const ANAIS_WITHDRAWS_CENTS = 4_000;

/** Days before the present: a pay-out waits for a person after a day. */
export const LEFT_OPEN: Chapter<LoanPeople> = {
  title: 'Anaïs withdraws 40 euros, which no bank confirms; Camille complains of the owner who is late',
  play: async (stage, { anais }) => {
    const { camille } = createCast(stage);
    for (const investor of [anais, camille])
      if (!(await signIn(investor))) throw new Error(`${investor.firstName} cannot sign in`);
    await registerBankAccount(stage, anais);
    await withdraw(stage, anais, ANAIS_WITHDRAWS_CENTS);
    const message =
      'Bonjour,\n\nLe coupon d’octobre de Cour Colbert n’est pas arrivé. Que faites-vous auprès du porteur, et quand serai-je payée ?';
    must(await camille.client.post('/customers/complaints', { subject: 'project', message }), 201);
  },
};

/** Before other chapters, during which the time of the provider passes. */
export const UNANSWERED: Chapter<LoanPeople> = {
  title: 'Lina buys a gift card, Malo 10 bricks; their payments are left unanswered, and sent again too early',
  play: async (stage, { administrator }) => {
    await signInAdministrator(stage, administrator);
    const [lina, malo] = createBuyers(stage);
    for (const [buyer, { wireCents }] of [[lina, LINA] as const, [malo, MALO] as const]) {
      await becomeVerified(stage, administrator, buyer);
      await receiveWire(stage, buyer, wireCents);
    }
    const token = await giftCardToken(stage, lina);
    for (const buyer of [lina, malo]) {
      const body = { debitAccountId: (await meOf(buyer)).id };
      await stage.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'late-effect', afterSeconds: LATE_SECONDS, body });
    }
    const card = { token, amountCents: LINA.cardCents, recipientEmail: 'amie@demo.mortar.test' };
    must(await lina.client.post('/gift-cards', card), 201);
    const { id } = await shown(administrator, QUAI_DES_ARTS);
    must(await malo.client.post(`/properties/${id}/purchase`, { amount: MALO.bricks }), 201);
    await stage.until(async () => {
      await stage.sendAgain();
      return (
        (await hasTransaction(lina, 'GIFT_CARD_PURCHASE', 'CONFIRMED')) && hasTransaction(malo, 'PRIMARY_PURCHASE', 'CONFIRMED')
      );
    }, 'both payments to be taken');
  },
};

/** Afterwards Malo's payment waits for the administrator, and the bank of Lina for its own. */
export const MOVED_TWICE: Chapter<LoanPeople> = {
  title: 'Both payments have moved money twice; Lina’s comes back, then her bank takes her wire back',
  play: async (stage, { administrator }) => {
    const [lina] = createBuyers(stage);
    await becomeVerified(stage, administrator, lina);
    const incidents = await stage.until(async () => {
      await stage.runJob('wallet-transactions');
      const found = await listIncidents(administrator);
      return found.length === 2 && found;
    }, 'the two movements too many');
    await stage.runJob('provider-reconciliation');
    await giveBack(stage, administrator, { incidents, to: lina });
    await stage.runJob('provider-reconciliation');
    const [wire] = await movementsOf(stage, lina, 'moneyIn');
    await stage.control('POST', '/chargebacks', { moneyInId: wire?.id, isPending: true });
  },
};

/** The people concerned; known to the service or not. */
export function createBuyers(stage: Stage): [lina: DemoInvestor, malo: DemoInvestor] {
  return [
    createInvestor(stage, { firstName: 'Lina', lastName: 'Haddad', sex: 'female' }),
    createInvestor(stage, { firstName: 'Malo', lastName: 'Le Goff', sex: 'male' }),
  ];
}

/** What confirms the purchase of a gift card. */
async function giftCardToken(stage: Stage, { client, email }: DemoInvestor): Promise<string> {
  const action = 'gift-card-purchase';
  const code = await stage.mailedCode(email, () => client.post('/auth/mfa/trigger-mfa', { action }));
  return must(await client.post<{ token: string }>('/auth/mfa/confirm-code', { action, code }), 201).token;
}

async function listIncidents(administrator: Client): Promise<Incident[]> {
  return must(await administrator.get<{ items: Incident[] }>('/administration/payment-incidents?status=open'), 200).items;
}

/** The support of the provider returns the movement, and the administrator says so. */
async function giveBack(
  stage: Stage,
  administrator: Client,
  { incidents, to }: { incidents: readonly Incident[]; to: DemoInvestor },
): Promise<void> {
  const amountCents = LINA.cardCents;
  const incident = incidents.find((one) => one.amountCents === amountCents);
  if (!incident) throw new Error(`no incident of ${amountCents}: ${JSON.stringify(incidents)}`);
  const transfer = { fromAccountId: PLATFORM_ACCOUNT, toAccountId: (await meOf(to)).id, amountCents };
  const comment = `Retour du mouvement ${incident.providerPaymentId}`;
  const { id } = await stage.control<{ id: number }>('POST', '/transfers', { ...transfer, comment });
  const resolution = { comment: `Rendu par le prestataire le jour même, mouvement ${id}` };
  must(await administrator.post(`/administration/payment-incidents/${incident.id}/resolve`, resolution), 201);
}
