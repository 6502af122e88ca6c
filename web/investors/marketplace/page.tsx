// Bricks that investors sell to each other.

import type { PageOfMarketDeal } from '../../../clients/typescript/src/index.ts';
import { count, euros } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { Risk } from '../parts/risk.tsx';
import { shellWords } from '../shell/words.ts';
import { marketWords } from './words.ts';

export default page<PageOfMarketDeal>({
  read: (mortar) => mortar.listDeals({ query: { limit: 100 } }),
  head: () => ({ title: shellWords.value.pages.marketplace }),
  View: MarketplacePage,
});

function MarketplacePage({ data: { items } }: PageProps<PageOfMarketDeal>) {
  const t = marketWords.value;
  const title = shellWords.value.pages.marketplace;
  return (
    <div class="page">
      <Title state={t.state}>{title}</Title>
      {items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <Rows
          title={title}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: t.project, show: ({ propertyId }) => <a href={`/projects/${propertyId}`}>{t.open}</a> },
            { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
            { name: t.price, isNumber: true, show: ({ sellingBrickPriceValue }) => euros(sellingBrickPriceValue) },
            { name: t.official, isNumber: true, show: ({ officialBrickPriceValue }) => euros(officialBrickPriceValue) },
          ]}
        />
      )}
      <Risk />
    </div>
  );
}
