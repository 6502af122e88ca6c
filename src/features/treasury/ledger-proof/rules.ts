// Which differences between books and provider are real, and how a payment that moved twice is shown. Pure.

import type { IncidentRow } from '../../../money/payments/index.ts';
import type { ProviderDifference } from './compare-with-provider.ts';
import type { PaymentIncidentView } from './schemas.ts';

/**
 * Those of the second reading that differed in the same sense at the first: books and provider are not read at the same
 * instant, so a movement between the two looks like a difference once, but not twice.
 */
export function lastingDifferences(
  first: readonly ProviderDifference[],
  second: readonly ProviderDifference[],
): ProviderDifference[] {
  const known = new Map(first.map(({ accountId, kind }) => [accountId, kind]));
  return second.filter(({ accountId, kind }) => known.get(accountId) === kind);
}

/** As both routes answer it. */
export function toPaymentIncidentView({ foundAt, resolvedAt, ...incident }: IncidentRow): PaymentIncidentView {
  const status = resolvedAt === null ? 'open' : 'resolved';
  return { ...incident, status, foundAt: foundAt.toString(), resolvedAt: resolvedAt?.toString() ?? null };
}
