// What a run reports, and the team's message about it. Pure.

import { type Cents, centsOf, formatEuros, sumOf } from '../../../core/cents.ts';
import { longDay, parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import { UUID } from '../../../core/uuid.ts';
import { PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';
import type { ProviderDifference } from '../ledger-proof/index.ts';
import { MOVEMENT_NOT_BOOKED, MOVEMENT_NOT_OPEN, MOVEMENT_PROJECT_NOT_FUNDED } from './errors.ts';
import type { DifferencesQuery } from './schemas.ts';

/**
 * A movement at the provider that nothing in the books stands for. `fromAccountId` is null where the money came from a bank,
 * `toAccountId` where it went to one; `reference` is ours where we ordered it. `movedAt`: when it was executed, else made. Cents.
 */
export type UnknownMovement = {
  kind: 'money-in' | 'money-out' | 'transfer';
  providerId: number;
  fromAccountId: string | null;
  toAccountId: string | null;
  amountCents: Cents;
  reference: string | null;
  /** Whether the provider has executed it: until then it may still fail. */
  isExecuted: boolean;
  movedAt: string;
};

/**
 * `ok`: everything was read and no wallet lacks money. `differences`: wallets that differed at both readings; `booked`: number of
 * money-ins that had not been booked; `unknownMovements`: what moved on wallets that differ and is not in the books, oldest first;
 * `unread`: accounts whose own reading failed; `failure`: what failed for the whole provider.
 */
export type ReconciliationReport = {
  ok: boolean;
  wallets: number;
  booked: number;
  differences: readonly ProviderDifference[];
  unknownMovements: readonly UnknownMovement[];
  unread: readonly string[];
  failure?: string;
  dryRun: boolean;
};

/** Accounts in one message; the job's report has all of them. */
const MAX_LISTED = 20;

/** The team's message about a run: differences, missing money first; then what was booked, and what could not be read. */
export function describeRun(report: ReconciliationReport, at: Temporal.Instant): string {
  const day = longDay(parisDate(at));
  return [`Rapprochement avec le prestataire de paiement, ${day} : ${verdictOf(report)}.`, ...detailsOf(report)].join('\n');
}

function verdictOf({ failure, wallets, differences }: ReconciliationReport): string {
  if (failure !== undefined && wallets === 0) return `soldes illisibles (${failure}), rien n’a été comparé`;
  if (differences.length === 0) return `aucun écart sur ${wallets.toLocaleString('fr-FR')} comptes`;
  return `${differences.length} ${differences.length > 1 ? 'écarts' : 'écart'} sur ${wallets.toLocaleString('fr-FR')} comptes`;
}

function detailsOf({ differences, unknownMovements, booked, unread, failure, wallets }: ReconciliationReport): string[] {
  const ordered = differences.toSorted((a, b) => Number(b.kind === 'missing') - Number(a.kind === 'missing'));
  const left = ordered.length - MAX_LISTED;
  return [
    ...ordered.slice(0, MAX_LISTED).map(lineOf),
    ...(left > 0 ? [`… et ${left} ${left > 1 ? 'autres' : 'autre'}.`] : []),
    ...(unknownMovements.length > 0 ? [describeUnknown(unknownMovements)] : []),
    ...(booked > 0 ? [`${booked} ${booked > 1 ? 'versements comptabilisés' : 'versement comptabilisé'}.`] : []),
    ...(unread.length > 0 ? [`Comptes à revoir, lecture impossible : ${unread.slice(0, MAX_LISTED).join(', ')}.`] : []),
    ...(failure !== undefined && wallets > 0 ? [`Une lecture du prestataire a échoué (${failure}).`] : []),
  ];
}

function describeUnknown(movements: readonly UnknownMovement[]): string {
  const words =
    movements.length > 1 ? 'mouvements que les livres ne connaissent pas' : 'mouvement que les livres ne connaissent pas';
  return `${movements.length} ${words} : ${formatEuros(sumOf(movements.map(({ amountCents }) => amountCents)))}.`;
}

function lineOf({ accountId, ledgerCents, providerCents, inFlightCents, kind }: ProviderDifference): string {
  const word = kind === 'missing' ? 'manque' : 'excédent';
  const onItsWay = inFlightCents > 0 ? `, ${formatEuros(inFlightCents)} en route` : '';
  return `• ${accountId} : ${word} de ${formatEuros(centsOf(Math.abs(providerCents - ledgerCents)))} (livres ${formatEuros(ledgerCents)}, prestataire ${formatEuros(providerCents)}${onItsWay})`;
}

/** A line of a statement as far as it is looked at here; `direction` is that of the account whose statement it is. */
type StatementLine = Pick<UnknownMovement, 'kind' | 'amountCents' | 'reference'> & {
  id: number;
  status: string;
  direction: 'in' | 'out';
  counterpartAccountId: string | null;
  createdAt: Temporal.Instant;
  executedAt: Temporal.Instant | null;
};

/** Whether money has left or reached the account by it: a transfer or pay-out that is pending has left already. */
function hasMoved({ kind, status }: StatementLine): boolean {
  return status === 'succeeded' || (status === 'pending' && kind !== 'money-in');
}

/** The id of the payment that a movement refers to; null where the reference is none of ours. */
export function paymentOf({ reference }: Pick<UnknownMovement, 'reference'>): string | null {
  return reference !== null && UUID.test(reference) ? reference : null;
}

/** `closed`: a comparison did not find it any more; `booked`: an administrator's booking of it stands. */
export const MOVEMENT_STATES = ['open', 'closed', 'booked'] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** The state of a movement whose row is locked. */
export function movementState(row: { closedAt: Temporal.Instant | null; bookedAt: Temporal.Instant | null }): MovementState {
  if (row.bookedAt !== null) return 'booked';
  return row.closedAt === null ? 'open' : 'closed';
}

export const MOVEMENT_VERBS = {
  'book-movement': verbRow(MOVEMENT_STATES, ['open'], MOVEMENT_NOT_OPEN),
  'take-back-movement': verbRow(MOVEMENT_STATES, ['booked'], MOVEMENT_NOT_BOOKED),
} satisfies Readonly<Record<string, VerbRow<MovementState>>>;

/** Its purses can be debited and credited from the closing of the funding until the settlement. */
const whileItHasMoney = projectRow(['closed', 'repayment', 'delay', 'default', 'finished'], MOVEMENT_PROJECT_NOT_FUNDED, {
  settled: PROJECT_IS_SETTLED,
});

export const MOVEMENT_VERBS_ON_PROJECT = { 'book-movement': whileItHasMoney, 'take-back-movement': whileItHasMoney };

/** The accounts that may be investors': these have their id. */
export function investorsAmong(accountIds: readonly string[]): CustomerId[] {
  // Border: a UUID may be the id of an investor; the look-up finds whether there is such a one.
  return accountIds.filter((accountId) => UUID.test(accountId)) as CustomerId[];
}

/** What moved by the statements of these accounts, each movement once (a transfer stands in two of them), oldest first. */
export function movementsOf(statements: readonly { accountId: string; lines: readonly StatementLine[] }[]): UnknownMovement[] {
  const found = new Map<string, UnknownMovement>();
  for (const { accountId, lines } of statements)
    for (const line of lines.filter(hasMoved)) {
      const { kind, id: providerId, amountCents, reference, counterpartAccountId } = line;
      const [fromAccountId, toAccountId] =
        line.direction === 'out' ? [accountId, counterpartAccountId] : [counterpartAccountId, accountId];
      const movedAt = (line.executedAt ?? line.createdAt).toString();
      const sides = { fromAccountId, toAccountId };
      const isExecuted = line.status === 'succeeded';
      found.set(`${kind} ${providerId}`, { kind, providerId, ...sides, amountCents, reference, isExecuted, movedAt });
    }
  return [...found.values()].toSorted((a, b) => a.movedAt.localeCompare(b.movedAt) || a.providerId - b.providerId);
}

/** The filters of both lists, as their queries take them. */
export function filtersOf({ status, accountId, ...period }: Omit<DifferencesQuery, 'limit' | 'cursor'>) {
  return {
    ...period,
    ...(status === undefined ? {} : { isOpen: status === 'open' }),
    ...(accountId === undefined ? {} : { accountId }),
  };
}
