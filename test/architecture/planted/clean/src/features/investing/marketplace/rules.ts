import type { DealRow } from './queries.ts';
/** Now, and a deal whose performance is read: the clock stays outside. */
export function mayBuy(deal: DealRow, performance: number, now: Temporal.Instant): boolean {
  return deal.status === 'pending' && performance > 0 && now.epochMilliseconds > 0 && new Date(0).getTime() === 0;
}
