// What a run reports, and the team's message about it. Pure.

import { centsOf, formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { ProviderDifference } from '../ledger-proof/index.ts';

/**
 * `ok`: everything was read and no wallet lacks money. `differences`: wallets that differed at both readings; `booked`: number of
 * money-ins that had not been booked; `unread`: accounts whose own reading failed; `failure`: what failed for the whole provider.
 */
export type ReconciliationReport = {
  ok: boolean;
  wallets: number;
  booked: number;
  differences: readonly ProviderDifference[];
  unread: readonly string[];
  failure?: string;
  dryRun: boolean;
};

/** Accounts in one message; the job's report has all of them. */
const MAX_LISTED = 20;

/** The team's message about a run: differences, missing money first; then what was booked, and what could not be read. */
export function describeRun(report: ReconciliationReport, at: Temporal.Instant): string {
  const day = parisDate(at).toLocaleString('fr-FR', { dateStyle: 'long' });
  return [`Rapprochement avec le prestataire de paiement, ${day} : ${verdictOf(report)}.`, ...detailsOf(report)].join('\n');
}

function verdictOf({ failure, wallets, differences }: ReconciliationReport): string {
  if (failure !== undefined && wallets === 0) return `soldes illisibles (${failure}), rien n’a été comparé`;
  if (differences.length === 0) return `aucun écart sur ${wallets.toLocaleString('fr-FR')} comptes`;
  return `${differences.length} ${differences.length > 1 ? 'écarts' : 'écart'} sur ${wallets.toLocaleString('fr-FR')} comptes`;
}

function detailsOf({ differences, booked, unread, failure, wallets }: ReconciliationReport): string[] {
  const ordered = differences.toSorted((a, b) => Number(b.kind === 'missing') - Number(a.kind === 'missing'));
  const left = ordered.length - MAX_LISTED;
  return [
    ...ordered.slice(0, MAX_LISTED).map(lineOf),
    ...(left > 0 ? [`… et ${left} ${left > 1 ? 'autres' : 'autre'}.`] : []),
    ...(booked > 0 ? [`${booked} ${booked > 1 ? 'versements comptabilisés' : 'versement comptabilisé'}.`] : []),
    ...(unread.length > 0 ? [`Comptes à revoir, lecture impossible : ${unread.slice(0, MAX_LISTED).join(', ')}.`] : []),
    ...(failure !== undefined && wallets > 0 ? [`Une lecture du prestataire a échoué (${failure}).`] : []),
  ];
}

function lineOf({ accountId, ledgerCents, providerCents, inFlightCents, kind }: ProviderDifference): string {
  const word = kind === 'missing' ? 'manque' : 'excédent';
  const onItsWay = inFlightCents > 0 ? `, ${formatEuros(inFlightCents)} en route` : '';
  return `• ${accountId} : ${word} de ${formatEuros(centsOf(Math.abs(providerCents - ledgerCents)))} (livres ${formatEuros(ledgerCents)}, prestataire ${formatEuros(providerCents)}${onItsWay})`;
}
