// The closing statement of the demo, with the expected amounts.

import { centsOf, formatEuros } from '../../src/core/cents.ts';
import type { Client } from '../../test/support/client.ts';
import type { People } from './life.ts';
import { type DemoInvestor, meOf } from './people.ts';
import { SPV, shown, TILLEULS } from './properties.ts';
import { must, PLATFORM_ACCOUNT, type Stage } from './stage.ts';
import { transactionsOf, type WalletTransaction, walletOf } from './trading.ts';

/** The expected result, to the cent, after G-19 of the domain: a wire, bricks, a resale, a withdrawal with its fee. */
const EXPECTED = {
  camille: { balanceCents: 39_380, bricks: 40, lines: [100_000, -50_000, 9_500, -20_000, -120] },
  noah: { balanceCents: 5_500, bricks: 55, lines: [60_000, -45_000, -5_000, 5_000, -9_500] },
  spvCents: 95_000,
  platformCents: 120,
};

/** How a transaction reads, and whether it adds to the wallet. */
const READS: Readonly<Record<string, { as: string; adds: boolean }>> = {
  MONEY_IN: { as: 'wire received', adds: true },
  PRIMARY_PURCHASE: { as: 'bricks bought in the funding', adds: false },
  PRIMARY_PURCHASE_REFUND: { as: 'purchase taken back', adds: true },
  BUYING_DEAL: { as: 'bricks bought on the market', adds: false },
  SELLING_DEAL: { as: 'bricks sold on the market', adds: true },
  WITHDRAWAL: { as: 'withdrawal', adds: false },
  WITHDRAWAL_FEE: { as: 'fee of the withdrawal', adds: false },
  COUPON_PAYOUT: { as: 'coupon', adds: true },
  WITHHOLDING_TAX: { as: 'tax withheld from the coupon', adds: false },
  CAPITAL_REPAYMENT: { as: 'capital paid back', adds: true },
};

/** Where a statement goes: its lines, and what is compared. */
export type Statement = { print: (line: string) => void; expect: (what: string, actual: unknown, expected: unknown) => void };

/** Prints the statement and returns the differences from the expected amounts. */
export async function printStatement(stage: Stage, people: People, print: (line: string) => void): Promise<string[]> {
  const { statement, differences } = openStatement(print);
  for (const name of ['camille', 'noah'] as const) await printInvestor(stage, people[name], EXPECTED[name], statement);
  await printCompanies(stage, people, statement);
  await printProof(people.administrator, statement);
  await printCounts(stage, print);
  return differences;
}

/** A statement without lines; what is not as expected is collected in `differences`. */
export function openStatement(print: (line: string) => void): { statement: Statement; differences: string[] } {
  const differences: string[] = [];
  const expect: Statement['expect'] = (what, actual, expected) => {
    if (String(actual) !== String(expected)) differences.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
  };
  return { statement: { print, expect }, differences };
}

/** An investor's transactions and balance, here and at the provider; `lines` are all amounts in any order, cents. */
export async function printInvestor(
  stage: Stage,
  investor: DemoInvestor,
  expected: { balanceCents: number; bricks: number; lines: readonly number[] },
  { print, expect }: Statement,
): Promise<void> {
  const { firstName, lastName, client } = investor;
  const { balanceCents, heldCents } = await walletOf(investor);
  const transactions = (await transactionsOf(investor)).toSorted(byDateAndValue);
  const { items } = must(await client.get<{ items: { brickCount: number }[] }>('/customers/bricks'), 200);
  const bricks = items.reduce((sum, holding) => sum + holding.brickCount, 0);
  const { id } = await meOf(investor);
  const atProvider = await stage.control<{ balanceCents: number }>('GET', `/accounts/${id}`);

  print(`\n${firstName} ${lastName}`);
  for (const line of transactions) print(row(line.eventAt.slice(0, 10), READS[line.type]?.as ?? line.type, signedCents(line)));
  print(row('', `balance; ${bricks} bricks`, balanceCents));
  expect(`${firstName}'s transactions`, transactions.map(signedCents).toSorted(byValue), expected.lines.toSorted(byValue));
  expect(
    `transactions of ${firstName} that are not confirmed`,
    transactions.filter(({ status }) => status !== 'CONFIRMED').length,
    0,
  );
  expect(`${firstName}'s balance`, balanceCents, expected.balanceCents);
  expect(`${firstName}'s held money`, heldCents, 0);
  expect(`${firstName}'s bricks`, bricks, expected.bricks);
  expect(`${firstName}'s balance at the provider`, atProvider.balanceCents, expected.balanceCents);
}

async function printCompanies(stage: Stage, { administrator }: People, { print, expect }: Statement): Promise<void> {
  const { id } = await shown(administrator, TILLEULS);
  const funding = must(
    await administrator.get<{ confirmedAmountCents: number; confirmed: number; endedAt: string }>(
      `/administration/property/${id}/funding`,
    ),
    200,
  );
  const spv = await stage.control<{ balanceCents: number }>('GET', `/accounts/${SPV.accountId}`);
  const platform = await stage.control<{ balanceCents: number }>('GET', `/accounts/${PLATFORM_ACCOUNT}`);
  print(`\n${SPV.name}`);
  print(row(funding.endedAt.slice(0, 10), `${funding.confirmed} bricks of ${TILLEULS.name}`, funding.confirmedAmountCents));
  print(row('', 'balance at the provider', spv.balanceCents));
  print('\nMortar');
  print(row('', 'balance at the provider', platform.balanceCents));
  expect("the SPV's collected money", funding.confirmedAmountCents, EXPECTED.spvCents);
  expect("the SPV's balance", spv.balanceCents, EXPECTED.spvCents);
  expect("the platform's balance", platform.balanceCents, EXPECTED.platformCents);
}

type Proof = { ok: boolean; totalCents: number; invariants: { name: string; ok: boolean }[]; providerDifferences: unknown[] };

/** The ledger proof, computed now. */
export async function printProof(administrator: Client, { print, expect }: Statement): Promise<void> {
  const proof = must(await administrator.get<Proof>('/administration/ledger/proof'), 200);
  const { ok, totalCents, invariants, providerDifferences } = proof;
  const broken = invariants.filter((invariant) => !invariant.ok).map(({ name }) => name);
  const held = `${invariants.length - broken.length} of ${invariants.length} invariants`;
  print(
    `\nLedger proof ${ok ? 'holds' : 'is BROKEN'}: ${held}, ${providerDifferences.length} differences with the provider, all accounts together ${formatEuros(centsOf(totalCents))}`,
  );
  expect('the ledger proof', ok, true);
  expect('broken invariants', broken, []);
  expect('differences with the provider', JSON.stringify(providerDifferences), '[]');
  expect('all accounts together', totalCents, 0);
}

async function printCounts(stage: Stage, print: (line: string) => void): Promise<void> {
  const mails = await stage.control<unknown[]>('GET', '/mails');
  const calls = await stage.control<unknown[]>('GET', '/calls');
  const { total } = must(await stage.visitor().get<{ total: number }>('/dev/jobs'), 200);
  print(`${mails.length} mails, ${total} jobs, ${calls.length} provider calls`);
}

function signedCents({ type, amountCents }: WalletTransaction): number {
  return READS[type]?.adds ? amountCents : -amountCents;
}

/** In their order; what comes in before what it is taken from. */
function byDateAndValue(one: WalletTransaction, other: WalletTransaction): number {
  return Temporal.Instant.compare(one.eventAt, other.eventAt) || signedCents(other) - signedCents(one);
}

function byValue(one: number, other: number): number {
  return one - other;
}

/** A line of a statement. */
export function row(date: string, what: string, cents: number): string {
  return `  ${date.padEnd(12)}${what.padEnd(36)}${formatEuros(centsOf(cents)).padStart(12)}`;
}
