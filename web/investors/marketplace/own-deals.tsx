// What somebody sells and has bought on the marketplace.

import type { OwnDeal, PageOfOwnDeal } from '../../../clients/typescript/src/index.ts';
import { count, day, euros } from '../../core/format.ts';
import { Badge, Empty, type Tone } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { marketWords } from './words.ts';

const ROWS = 20;

const TONES: Readonly<Record<OwnDeal['status'], Tone>> = { pending: 'info', reserved: 'info', confirmed: 'good' };

export default page<PageOfOwnDeal>({
  read: (mortar) => mortar.listOwnDeals({ query: { limit: ROWS } }),
  head: () => ({ title: shellWords.value.pages.ownDeals }),
  View: OwnDealsPage,
});

function OwnDealsPage({ data }: PageProps<PageOfOwnDeal>) {
  const t = marketWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page">
      <Title above={{ href: '/marketplace', name: pages.marketplace }} state={t.ownState}>
        {pages.ownDeals}
      </Title>
      {data.items.length === 0 ? (
        <Empty title={t.ownNone}>{t.ownNoneText}</Empty>
      ) : (
        <Further first={data} read={(cursor) => mortar.listOwnDeals({ query: { limit: ROWS, cursor } })}>
          {(rows) => <Deals rows={rows} />}
        </Further>
      )}
    </div>
  );
}

function Deals({ rows }: { rows: readonly OwnDeal[] }) {
  const t = marketWords.value;
  return (
    <Rows
      title={shellWords.value.pages.ownDeals}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: t.date, show: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
        { name: t.role, show: ({ role, id }) => <a href={`/marketplace/deals/${id}`}>{t.roles[role]}</a> },
        {
          name: t.project,
          show: ({ propertyId, propertyName }) => <a href={`/projects/${propertyId}`}>{propertyName}</a>,
        },
        { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
        {
          name: t.amount,
          isNumber: true,
          show: ({ role, priceCents, netCents }) => euros(role === 'seller' ? netCents : priceCents),
        },
        { name: t.status, show: ({ status }) => <Badge tone={TONES[status]}>{t.statuses[status]}</Badge> },
      ]}
    />
  );
}
