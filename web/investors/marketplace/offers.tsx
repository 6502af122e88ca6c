// Deals as rows: those for sale with their price against the official one, and those of the past.

import type { MarketOffer, MarketSale } from '../../../clients/typescript/src/index.ts';
import { count, day, euros, percent } from '../../core/format.ts';
import { Badge } from '../../design/feedback.tsx';
import { basisPoints, someBricks } from '../parts/amounts.ts';
import { Rows } from '../parts/frame.tsx';
import { marketWords } from './words.ts';

export function Offers({ rows }: { rows: readonly MarketOffer[] }) {
  const t = marketWords.value;
  return (
    <Rows
      title={t.offers}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t.project,
          show: ({ propertyId, propertyName }) => <a href={`/marketplace?propertyId=${propertyId}`}>{propertyName}</a>,
        },
        { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
        { name: t.price, isNumber: true, show: ({ sellingBrickPriceValue }) => euros(sellingBrickPriceValue) },
        { name: t.official, isNumber: true, show: ({ officialBrickPriceValue }) => euros(officialBrickPriceValue) },
        { name: t.variation, isNumber: true, show: (row) => percent(basisPoints(row.brickPriceVariation)) },
        { name: t.shortYield, isNumber: true, show: (row) => percent(basisPoints(row.profitability)) },
        { name: t.total, isNumber: true, show: (row) => euros(row.priceWithoutCommission) },
        { name: t.offer, show: (row) => <Way offer={row} /> },
      ]}
    />
  );
}

function Way({ offer: { id, isOwn, brickCount, propertyName, priceWithoutCommission } }: { offer: MarketOffer }) {
  const t = marketWords.value;
  return (
    <>
      {isOwn && <Badge tone="info">{t.own}</Badge>}{' '}
      <a
        href={`/marketplace/deals/${id}`}
        aria-label={t.openOf(someBricks(brickCount), propertyName, euros(priceWithoutCommission))}
      >
        {t.open}
      </a>
    </>
  );
}

export function Sales({ rows }: { rows: readonly MarketSale[] }) {
  const t = marketWords.value;
  return (
    <Rows
      title={t.sales}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: t.soldAt, show: ({ confirmedAt }) => <time dateTime={confirmedAt}>{day(confirmedAt)}</time> },
        { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
        { name: t.price, isNumber: true, show: ({ brickPriceCents }) => euros(brickPriceCents) },
        { name: t.official, isNumber: true, show: ({ officialBrickPriceCents }) => euros(officialBrickPriceCents) },
        { name: t.total, isNumber: true, show: ({ priceCents }) => euros(priceCents) },
      ]}
    />
  );
}
