// The prices of a brick since the publication, as a line once there is more than one.

import { day, euros, shortEuros } from '../../../core/format.ts';
import { useQuery } from '../../../core/query.ts';
import { Chart } from '../../../design/chart.tsx';
import { Refusal, Skeleton } from '../../../design/feedback.tsx';
import { mortar } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import { CorrectPrice } from './correct-price.tsx';
import { royaltyWords } from './words.ts';

export function Prices({ propertyId }: { propertyId: string }) {
  const t = royaltyWords.value;
  const prices = useQuery(['prices', propertyId], (signal) => mortar.listBrickPrices({ path: { propertyId }, signal }));
  const newest = prices.data?.at(-1);
  return (
    <Section
      title={t.prices}
      note={t.pricesNote}
      action={newest && <CorrectPrice propertyId={propertyId} newest={newest} reload={prices.reload} />}
    >
      <div class="card">
        <Refusal error={prices.error} retry={prices.reload} />
        {prices.data ? (
          <Chart
            title={t.prices}
            isTitleHidden
            places={prices.data.map(({ validFrom }) => day(validFrom))}
            series={[
              { name: t.price, values: prices.data.map(({ priceCents }) => priceCents) },
              { name: t.revenue, values: prices.data.map(({ revenuePerBrickCents }) => revenuePerBrickCents) },
            ]}
            xName={t.from}
            yName={t.price}
            write={(cents) => euros(cents)}
            writeShort={shortEuros}
          />
        ) : (
          <Skeleton height="chart" />
        )}
      </div>
    </Section>
  );
}
