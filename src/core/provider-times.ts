// Times of the provider's calls that are right one by one and wrong together.

/** A call that we gave up may still be under way: it has this many time limits to arrive, before anything is sent again. */
const TIMEOUTS_BEFORE_RESEND = 2;

/** What production refuses; tests are in more of a hurry. */
export function providerTimeFaults(times: { PROVIDER_RESEND_AFTER_SECONDS: number; PROVIDER_TIMEOUT_MS: number }): string[] {
  const { PROVIDER_RESEND_AFTER_SECONDS: seconds, PROVIDER_TIMEOUT_MS: timeoutMs } = times;
  if (seconds * 1000 >= timeoutMs * TIMEOUTS_BEFORE_RESEND) return [];
  const least = Math.ceil((timeoutMs * TIMEOUTS_BEFORE_RESEND) / 1000);
  return [
    `PROVIDER_RESEND_AFTER_SECONDS must be ${least} or more in production, twice PROVIDER_TIMEOUT_MS (${timeoutMs}), not ${seconds}.`,
  ];
}
