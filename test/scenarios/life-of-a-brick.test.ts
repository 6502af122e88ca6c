// The life that `npm run demo` plays, with the mails and jobs of every chapter named and the ledger proven after each.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CHAPTERS, createCast, type People } from '../../scripts/demo/life.ts';
import type { Stage } from '../../scripts/demo/stage.ts';
import { printStatement } from '../../scripts/demo/statement.ts';
import { signInAdministrator } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { expectStatus, type World } from '../support/world.ts';
import { startStoryWorld } from './demo-world.ts';
import { between, countAll, walletOf } from './traces.ts';

/** What a chapter leaves behind: mails as `first name: subject`, jobs by name, wallets as available + held cents. */
type Traces = { mails: string[]; jobs: Record<string, number>; camille: string; noah: string };

/** One entry a chapter, in order. */
const EXPECTED: readonly Traces[] = [
  { mails: [], jobs: {}, camille: '-', noah: '-' },
  { mails: [], jobs: { 'follow-spv': 1 }, camille: '-', noah: '-' },
  {
    mails: ['camille: code', 'camille: Bienvenue chez Mortar', 'camille: Votre identité est vérifiée'],
    jobs: { 'send-mfa-code': 1, 'send-email': 2 },
    camille: '0 + 0',
    noah: '-',
  },
  {
    mails: ['noah: code', 'noah: Bienvenue chez Mortar', 'noah: Votre identité est vérifiée'],
    jobs: { 'send-mfa-code': 1, 'send-email': 2 },
    camille: '0 + 0',
    noah: '0 + 0',
  },
  {
    mails: ['camille: Votre versement de 1 000,00 € est arrivé', 'noah: Votre versement de 600,00 € est arrivé'],
    jobs: { 'send-email': 2 },
    camille: '100000 + 0',
    noah: '60000 + 0',
  },
  {
    mails: [
      'camille: Investissement enregistré : Les Tilleuls, Lyon',
      'noah: Investissement enregistré : Les Tilleuls, Lyon',
      'noah: Investissement enregistré : Les Tilleuls, Lyon',
      'noah: Investissement annulé : Les Tilleuls, Lyon',
    ],
    jobs: { 'execute-payment': 4, 'send-email': 4 },
    camille: '50000 + 0',
    noah: '15000 + 0',
  },
  {
    mails: ['camille: Les Tilleuls, Lyon est financé', 'noah: Les Tilleuls, Lyon est financé'],
    jobs: { 'send-email': 2 },
    camille: '50000 + 0',
    noah: '15000 + 0',
  },
  {
    mails: [
      'camille: Vente confirmée : 10 briques de Les Tilleuls, Lyon',
      'noah: Achat confirmé : 10 briques de Les Tilleuls, Lyon',
    ],
    jobs: { 'execute-payment': 1, 'send-email': 2 },
    camille: '59500 + 0',
    noah: '5500 + 0',
  },
  {
    mails: ['camille: code', 'camille: Un compte bancaire a été ajouté', 'camille: Votre compte bancaire est validé'],
    jobs: { 'send-mfa-code': 1, 'send-email': 2 },
    camille: '59500 + 0',
    noah: '5500 + 0',
  },
  {
    mails: ['camille: code', 'camille: Votre retrait de 200,00 € est en cours'],
    jobs: { 'execute-payment': 1, 'send-email': 1, 'send-mfa-code': 1, 'render-invoice': 1 },
    camille: '39380 + 20120',
    noah: '5500 + 0',
  },
  {
    mails: ['camille: Votre retrait de 200,00 € est parti'],
    jobs: { 'execute-payment': 1, 'send-email': 1 },
    camille: '39380 + 0',
    noah: '5500 + 0',
  },
  { mails: [], jobs: {}, camille: '39380 + 0', noah: '5500 + 0' },
  { mails: [], jobs: {}, camille: '39380 + 0', noah: '5500 + 0' },
];

let world: World;
let stage: Stage;
let people: People;
let auditor: Client;

before(async () => {
  ({ world, stage } = await startStoryWorld());
  people = createCast(stage);
  auditor = (await signInAdministrator(world)).client;
});
after(() => world.close());

it('every chapter leaves exactly its mails, jobs and balances, and the proof holds after each', async (test) => {
  assert.equal(EXPECTED.length, CHAPTERS.length);
  let counted = await countAll(world);
  for (const [index, { title, play }] of CHAPTERS.entries()) {
    await test.test(title, async () => {
      await play(stage, people);
      const now = await countAll(world);
      const wallets = { camille: await walletOf(people.camille), noah: await walletOf(people.noah) };
      const expected = EXPECTED[index];
      const traces = between(counted, now);
      // Before it is compared: a chapter that fails must not fail those after it.
      counted = now;
      assert.deepEqual({ ...traces, ...wallets }, { ...expected, mails: expected?.mails.toSorted() });
      const proof = expectStatus(await auditor.get<{ ok: boolean; totalCents: number }>('/administration/ledger/proof'), 200);
      assert.ok(proof.body.ok, proof.text);
      assert.equal(proof.body.totalCents, 0);
    });
  }
});

it('the statement is right to the cent', async () => {
  const lines: string[] = [];
  assert.deepEqual(await printStatement(stage, people, (line) => lines.push(line)), []);
  assert.match(lines.join('\n'), /Ledger proof holds: (\d+) of \1 invariants/);
});

it('a cent that is elsewhere shows in the statement', async () => {
  const { id } = expectStatus(await people.noah.client.get<{ id: string }>('/customers/me'), 200).body;
  await world.control('POST', `/accounts/${id}/credit`, { amountCents: 1 });
  await world.runJob('incoming-wires');
  const differences = await printStatement(stage, people, () => {});
  assert.ok(
    differences.some((difference) => difference.startsWith("Noah's balance: 5501 instead of 5500")),
    differences.join('\n'),
  );
});
