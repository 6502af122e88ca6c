// The second life that `npm run demo` plays, with the mails and jobs of every chapter named and the ledger proven after each.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { LOAN_CHAPTERS } from '../../scripts/demo/loan.ts';
import { createLoanPeople, type LoanPeople } from '../../scripts/demo/loan-people.ts';
import { printLoanStatement } from '../../scripts/demo/loan-statement.ts';
import type { Stage } from '../../scripts/demo/stage.ts';
import { signInAdministrator } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { expectStatus, type World } from '../support/world.ts';
import { startStoryWorld } from './demo-world.ts';
import { between, countAll, pursesOf, walletOf } from './traces.ts';

/** What a chapter leaves behind; wallets of Anaïs, Bruno and Chloé as available + held cents, purses of the project and the platform. */
type Traces = {
  mails: string[];
  jobs: Record<string, number>;
  wallets: [string, string, string];
  purses: Record<string, number>;
};

/** What the platform keeps of the funding, and the budget of the works, which are paid outside (A-funding-17): it stays to the end. */
const FUNDED = { 'PLAT ORIGINATION': 24_000, 'PRO MAIN': 200_000 };

/** One entry a chapter, in order. */
const EXPECTED: readonly Traces[] = [
  {
    mails: [
      'anais: Bienvenue chez Mortar',
      'anais: Votre identité est vérifiée',
      'anais: Votre versement de 5 000,00 € est arrivé',
      'anais: code',
      'bruno: Bienvenue chez Mortar',
      'bruno: Votre identité est vérifiée',
      'bruno: Votre versement de 3 010,00 € est arrivé',
      'bruno: code',
      'chloe: Bienvenue chez Mortar',
      'chloe: Votre identité est vérifiée',
      'chloe: Votre versement de 1 990,00 € est arrivé',
      'chloe: code',
    ],
    jobs: { 'send-email': 9, 'send-mfa-code': 3 },
    wallets: ['500000 + 0', '301000 + 0', '199000 + 0'],
    purses: {},
  },
  {
    mails: [
      'bruno: Déclaration fiscale 2026 enregistrée',
      'bruno: Déclaration fiscale 2026 prise en compte',
      'bruno: Déclaration fiscale 2027 enregistrée',
      'bruno: Déclaration fiscale 2027 prise en compte',
      'chloe: Déclaration fiscale 2026 enregistrée',
      'chloe: Déclaration fiscale 2026 prise en compte',
      'chloe: Déclaration fiscale 2027 enregistrée',
      'chloe: Déclaration fiscale 2027 prise en compte',
    ],
    jobs: { 'send-email': 8 },
    wallets: ['500000 + 0', '301000 + 0', '199000 + 0'],
    purses: {},
  },
  { mails: [], jobs: { 'follow-spv': 1 }, wallets: ['500000 + 0', '301000 + 0', '199000 + 0'], purses: {} },
  {
    mails: [
      'anais: Atelier Vauban, Lille est financé',
      'anais: Investissement enregistré : Atelier Vauban, Lille',
      'bruno: Atelier Vauban, Lille est financé',
      'bruno: Investissement enregistré : Atelier Vauban, Lille',
      'chloe: Atelier Vauban, Lille est financé',
      'chloe: Investissement enregistré : Atelier Vauban, Lille',
    ],
    jobs: { 'execute-payment': 3, 'send-email': 6 },
    wallets: ['0 + 0', '0 + 0', '0 + 0'],
    purses: { 'PRO ESCROW': 30_000, 'PRO MAIN': 970_000 },
  },
  {
    mails: [],
    jobs: { 'execute-payment': 3, 'render-invoice': 2 },
    wallets: ['0 + 0', '0 + 0', '0 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 2_400, 'PRO ESCROW': 30_000 },
  },
  { mails: [], jobs: {}, wallets: ['0 + 0', '0 + 0', '0 + 0'], purses: { ...FUNDED, 'PLAT MAIN': 2_400, 'PRO ESCROW': 30_000 } },
  {
    mails: [
      'anais: Intérêts reçus : 21,95 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 19,26 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 10,37 € de Atelier Vauban, Lille',
    ],
    jobs: { 'execute-payment': 4, 'send-email': 3, 'render-invoice': 1, 'finish-repaid-project': 1 },
    wallets: ['2195 + 0', '1926 + 0', '1037 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 3_360, 'PLAT TAX': 1_242, 'PRO ESCROW': 30_000 },
  },
  {
    mails: [
      'anais: Intérêts reçus : 21,95 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 19,26 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 10,37 € de Atelier Vauban, Lille',
    ],
    jobs: { 'execute-payment': 4, 'send-email': 3, 'render-invoice': 1, 'finish-repaid-project': 1 },
    wallets: ['4390 + 0', '3852 + 0', '2074 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 4_320, 'PLAT TAX': 2_484, 'PRO ESCROW': 23_600, 'PRO SURPLUS': 40 },
  },
  {
    mails: [
      'anais: Intérêts reçus : 24,70 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 21,67 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 11,66 € de Atelier Vauban, Lille',
    ],
    jobs: { 'execute-payment': 4, 'send-email': 3, 'render-invoice': 1, 'finish-repaid-project': 1 },
    wallets: ['6860 + 0', '6019 + 0', '3240 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 5_400, 'PLAT TAX': 3_881, 'PRO ESCROW': 23_600, 'PRO SURPLUS': 40 },
  },
  {
    mails: [],
    jobs: { 'execute-payment': 1, 'post-chat-message': 1, 'render-invoice': 1 },
    wallets: ['6860 + 0', '6019 + 0', '3240 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 6_600, 'PLAT TAX': 3_881, 'PRO ESCROW': 23_600, 'PRO SURPLUS': 40, 'PRO COUPON': 8_500 },
  },
  {
    mails: [
      'anais: Intérêts reçus : 27,44 € de Atelier Vauban, Lille',
      'anais: Intérêts reçus : 29,15 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 24,08 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 25,59 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 12,96 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 13,76 € de Atelier Vauban, Lille',
    ],
    jobs: { 'execute-payment': 7, 'send-email': 6, 'render-invoice': 1, 'finish-repaid-project': 2 },
    wallets: ['12519 + 0', '10986 + 0', '5912 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 7_800, 'PLAT TAX': 7_083, 'PRO ESCROW': 23_600, 'PRO SURPLUS': 40 },
  },
  {
    mails: [
      'anais: Capital remboursé : 5 000,00 € de Atelier Vauban, Lille',
      'anais: Intérêts reçus : 34,30 € de Atelier Vauban, Lille',
      'bruno: Capital remboursé : 3 010,00 € de Atelier Vauban, Lille',
      'bruno: Intérêts reçus : 30,10 € de Atelier Vauban, Lille',
      'chloe: Capital remboursé : 1 990,00 € de Atelier Vauban, Lille',
      'chloe: Intérêts reçus : 16,20 € de Atelier Vauban, Lille',
    ],
    jobs: {
      'execute-payment': 7,
      'send-email': 6,
      'post-chat-message': 1,
      'render-invoice': 1,
      'finish-repaid-project': 2,
    },
    wallets: ['515949 + 0', '314996 + 0', '206532 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 9_000, 'PLAT TAX': 9_023, 'PRO ESCROW': 23_600, 'PRO SURPLUS': 40 },
  },
  {
    mails: [],
    jobs: { 'execute-payment': 1 },
    wallets: ['515949 + 0', '314996 + 0', '206532 + 0'],
    purses: { ...FUNDED, 'PLAT MAIN': 9_200, 'PLAT TAX': 9_023, 'PRO ESCROW': 23_440 },
  },
  {
    mails: [],
    jobs: { 'execute-payment': 1 },
    wallets: ['515949 + 0', '314996 + 0', '206532 + 0'],
    purses: { 'PLAT ORIGINATION': 24_000, 'PLAT MAIN': 9_200, 'PLAT TAX': 9_023 },
  },
];

let world: World;
let stage: Stage;
let people: LoanPeople;
let auditor: Client;

before(async () => {
  ({ world, stage } = await startStoryWorld());
  await world.moveClock({ now: '2026-03-02T09:00:00Z' });
  people = await createLoanPeople(stage);
  auditor = (await signInAdministrator(world)).client;
});
after(() => world.close());

it('every chapter leaves exactly its mails, jobs and balances, and the proof holds after each', async (test) => {
  assert.equal(EXPECTED.length, LOAN_CHAPTERS.length);
  let counted = await countAll(world);
  for (const [index, { title, play }] of LOAN_CHAPTERS.entries()) {
    await test.test(title, async () => {
      await play(stage, people);
      const now = await countAll(world);
      const wallets = [await walletOf(people.anais), await walletOf(people.bruno), await walletOf(people.chloe)];
      const expected = EXPECTED[index];
      const traces = between(counted, now);
      // Before it is compared: a chapter that fails must not fail those after it.
      counted = now;
      assert.deepEqual({ ...traces, wallets, purses: await pursesOf(world) }, { ...expected, mails: expected?.mails.toSorted() });
      const proof = expectStatus(await auditor.get<{ ok: boolean; totalCents: number }>('/administration/ledger/proof'), 200);
      assert.ok(proof.body.ok, proof.text);
      assert.equal(proof.body.totalCents, 0);
    });
  }
});

it('the statement is right to the cent', async () => {
  const lines: string[] = [];
  assert.deepEqual(await printLoanStatement(stage, people, (line) => lines.push(line)), []);
  assert.match(lines.join('\n'), /Ledger proof holds: (\d+) of \1 invariants/);
});

it('a cent that is elsewhere shows in the statement', async () => {
  const { id } = expectStatus(await people.chloe.client.get<{ id: string }>('/customers/me'), 200).body;
  await world.control('POST', `/accounts/${id}/credit`, { amountCents: 1 });
  await world.runJob('incoming-wires');
  const differences = await printLoanStatement(stage, people, () => {});
  assert.ok(differences.includes("Chloé's balance: 206533 instead of 206532"), differences.join('\n'));
});
