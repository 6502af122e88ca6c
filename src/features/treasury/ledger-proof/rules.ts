// Which differences between books and provider are lasting, and how a payment incident is shown. Pure.

import type { IncidentRow } from '../../../money/payments/index.ts';
import type { ProviderDifference } from './compare-with-provider.ts';
import type { PaymentIncidentView } from './schemas.ts';

/**
 * Differences of the second reading that had the same kind at the first: books and provider are not read at the same instant, so a
 * movement in between looks like a difference once, but not twice.
 */
export function lastingDifferences(
  first: readonly ProviderDifference[],
  second: readonly ProviderDifference[],
): ProviderDifference[] {
  const known = new Map(first.map(({ accountId, kind }) => [accountId, kind]));
  return second.filter(({ accountId, kind }) => known.get(accountId) === kind);
}

/** A payment incident as both routes answer it. */
export function toPaymentIncidentView({ foundAt, resolvedAt, ...incident }: IncidentRow): PaymentIncidentView {
  const status = resolvedAt === null ? 'open' : 'resolved';
  return { ...incident, status, foundAt: foundAt.toString(), resolvedAt: resolvedAt?.toString() ?? null };
}
