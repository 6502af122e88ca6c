// Payouts of a month: what went to the holders, what was refused, and the tax to remit.

import { useRoute } from 'preact-iso/router';
import type { PayoutsOfMonth, Today } from '../../../clients/typescript/src/index.ts';
import { businessToday } from '../../core/clock.ts';
import { month, ofMonth } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Figure } from '../../design/figures.tsx';
import { Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Link } from '../design/link.tsx';
import { Page } from '../design/page.tsx';
import { Refused } from './refused.tsx';
import { Runs } from './runs.tsx';
import { Tax } from './tax.tsx';
import { payoutWords } from './words.ts';

export default function PayoutsPage() {
  const { month: asked = '' } = useRoute().params;
  const period = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth();
  return <Month key={period} period={period} />;
}

function Month({ period }: { period: string }) {
  const t = payoutWords.value;
  const { data, error, reload } = useQuery(['payouts', period], async (signal) => {
    const [payouts, today] = await Promise.all([
      mortar.readPayouts({ path: { period }, signal }),
      mortar.readToday({ signal }).catch(() => undefined),
    ]);
    return { ...payouts, waiting: today?.waiting.find(({ kind }) => kind === 'payout-refused') };
  });
  const count = data?.runs.length ?? 0;
  return (
    <Page
      title={t.title(ofMonth(period))}
      state={data && (count === 0 ? t.none : t.state(count, data.refused.count))}
      action={
        <>
          <ButtonLink href={to.payouts(shifted(period, -1))}>{t.before}</ButtonLink>
          {period < thisMonth() && <ButtonLink href={to.payouts(shifted(period, 1))}>{t.after}</ButtonLink>}
        </>
      }
    >
      {data ? (
        <Content data={data} onChanged={reload} />
      ) : error ? (
        <Refusal error={error} retry={reload} />
      ) : (
        <Skeleton rows={3} height="figure" />
      )}
    </Page>
  );
}

type Shown = PayoutsOfMonth & { waiting: Today['waiting'][number] | undefined };

/** What was refused in other months: the menu counts it, whatever month is shown. */
function RefusedElsewhere({ data: { period, refused, waiting } }: { data: Shown }) {
  const t = payoutWords.value;
  const count = (waiting?.count ?? 0) - refused.count;
  const months = new Set(waiting?.items.flatMap(({ period: of }) => (of === null || of === period ? [] : [of])));
  if (count <= 0 || months.size === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        {t.refusedElsewhere(count)}{' '}
        {[...months].map((other, index) => (
          <>
            {index > 0 && ', '}
            <Link href={to.payouts(other)}>{month(other)}</Link>
          </>
        ))}
        .
      </p>
    </Notice>
  );
}

function Content({ data, onChanged }: { data: Shown; onChanged: () => void }) {
  const t = payoutWords.value;
  const { totals } = data;
  return (
    <>
      <RefusedElsewhere data={data} />
      <div class="figures">
        <Figure name={t.coupons} value={<Money cents={totals.couponCents} />} />
        <Figure name={t.capital} value={<Money cents={totals.capitalCents} />} />
        <Figure name={t.sales} value={<Money cents={totals.saleCents} />} />
        <Figure name={t.tax} value={<Money cents={totals.taxCents} />} note={t.taxOrdered} />
      </div>
      {data.refused.count > 0 && <Refused refused={data.refused} onChanged={onChanged} />}
      <Runs month={data} />
      <Tax tax={data.taxRemittance} period={data.period} onChanged={onChanged} />
    </>
  );
}

/** The month of today in Paris, by the service's clock. */
function thisMonth(): string {
  return businessToday().slice(0, 7);
}

function shifted(period: string, months: number): string {
  const [year = 0, number = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 15)).toISOString().slice(0, 7);
}
