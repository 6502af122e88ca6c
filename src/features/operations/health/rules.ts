// When the payment provider counts as down. Pure.

/** An operation of an external service that has failed since its last success; `failedAt`: the last time. */
export type FailingOperation = { operation: string; failingSince: Temporal.Instant; failedAt: Temporal.Instant };

/** What nobody has tried for so long says nothing of now. */
const FRESH_MINUTES = 15;

/** Operations of other services begin with the name of the service. */
export function isOfProvider({ operation }: Pick<FailingOperation, 'operation'>): boolean {
  return !operation.includes(' ');
}

/** Those of the payment provider that failed lately, the longest first; none: it works, or nobody has asked it. */
export function outageOf(failing: readonly FailingOperation[], now: Temporal.Instant): FailingOperation[] {
  const since = now.subtract({ minutes: FRESH_MINUTES });
  return failing
    .filter((each) => isOfProvider(each) && Temporal.Instant.compare(each.failedAt, since) >= 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.failingSince, other.failingSince));
}
