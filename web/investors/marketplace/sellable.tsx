// What somebody could sell: the bricks that they hold, and of which projects the market is open.

import type { PageOfSellableBricks, SellableBricks } from '../../../clients/typescript/src/index.ts';
import { count } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { ClosedMarket, inMarket } from './open-market.tsx';
import { marketWords } from './words.ts';

const ROWS = 20;

export default page<PageOfSellableBricks | null>({
  read: (mortar) => inMarket(mortar, () => mortar.listSellable({ query: { limit: ROWS } })),
  head: () => ({ title: shellWords.value.pages.sellable }),
  View: SellablePage,
});

function SellablePage({ data }: PageProps<PageOfSellableBricks | null>) {
  const t = marketWords.value;
  const { pages } = shellWords.value;
  if (data === null) return <ClosedMarket />;
  return (
    <div class="page">
      <Title above={{ href: '/marketplace', name: pages.marketplace }} state={t.sellState}>
        {pages.sellable}
      </Title>
      {data.items.length === 0 ? (
        <Empty title={t.sellNone}>{t.sellNoneText}</Empty>
      ) : (
        <Further first={data} read={(cursor) => mortar.listSellable({ query: { limit: ROWS, cursor } })}>
          {(rows) => <Sellable rows={rows} />}
        </Further>
      )}
    </div>
  );
}

function Sellable({ rows }: { rows: readonly SellableBricks[] }) {
  const t = marketWords.value;
  return (
    <Rows
      title={shellWords.value.pages.sellable}
      rows={rows}
      keyOf={({ propertyId }) => propertyId}
      columns={[
        {
          name: t.project,
          show: ({ propertyId, propertyName }) => <a href={`/projects/${propertyId}`}>{propertyName}</a>,
        },
        { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
        { name: t.free, isNumber: true, show: ({ freeBrickCount }) => count(freeBrickCount) },
        {
          name: t.market,
          show: ({ propertyId, propertyName, isMarketOpen }) =>
            isMarketOpen ? (
              <a href={`/marketplace/sell/${propertyId}`} aria-label={t.sellOf(propertyName)}>
                {t.sell}
              </a>
            ) : (
              t.notOpen
            ),
        },
      ]}
    />
  );
}
