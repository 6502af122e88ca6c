// The figures of investments, all or one: what was paid, late and lost stand beside each other, in one size.

import type { Investment, NoCouponReason, PortfolioSummary } from '../../../clients/typescript/src/index.ts';
import { day, euros, percent } from '../../core/format.ts';
import { investmentWords } from './words.ts';

export function Figures({ of }: { of: Investment | PortfolioSummary }) {
  const t = investmentWords.value;
  const figures = [
    { name: t.invested, value: euros(of.investedCents), note: of.waitingCents > 0 && t.waiting(euros(of.waitingCents)) },
    { name: t.outstanding, value: euros(of.outstandingCents) },
    {
      name: t.net,
      value: euros(of.couponNetCents),
      note: of.couponGrossCents > 0 && t.netNote(euros(of.couponGrossCents), euros(of.taxCents)),
    },
    { name: t.capital, value: euros(of.capitalCents) },
    { name: t.late, value: euros(of.lateCents), note: of.lateCents > 0 && t.beforeTaxes },
    { name: t.lost, value: euros(of.lostCents) },
    ...(of.soldCents > 0 ? [{ name: t.sold, value: euros(of.soldCents) }] : []),
    {
      name: t.yearly,
      value: of.yearlyReturnBps === null ? t.yearlyNone : t.perYear(percent(of.yearlyReturnBps)),
      note: t.yearlyNote,
      // No larger than the words about risk.
      look: 'return',
    },
  ];
  return (
    <dl class="figures of-investments">
      {figures.map(({ name, value, note, look }) => (
        <div key={name} class={`figure ${look ?? ''}`}>
          <dt class="figure-name">{name}</dt>
          <dd class="figure-value">{value}</dd>
          {note && <dd class="figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Nobody waits for a coupon then: the state of the project says it. */
const IS_OVER: readonly NoCouponReason[] = ['repaid', 'property-sold', 'bricks-sold'];

/** Why no coupon came this month, as a sentence; nothing where one came, or all is over. */
export function NoCoupon({ of: { noCoupon } }: { of: Investment }) {
  const t = investmentWords.value;
  if (noCoupon === null || IS_OVER.includes(noCoupon.reason)) return null;
  const { reason, since, nextDate } = noCoupon;
  const written = t.reasons[reason]({ since: since && day(since), next: nextDate && day(nextDate) });
  return (
    <p>
      <span class="strong">{t.why}</span> {written}
    </p>
  );
}

/** What comes next and what is late, in a line each. */
export function Coming({ of: { next, lateCents, lateSince } }: { of: Investment }) {
  const t = investmentWords.value;
  return (
    <>
      {lateCents > 0 && lateSince !== null && <p class="strong">{t.lateSince(euros(lateCents), day(lateSince))}</p>}
      {next && <p>{t.next(day(next.date), euros(next.netCents))}</p>}
    </>
  );
}
