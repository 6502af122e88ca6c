// Gift cards that somebody has given, and the way to use one.

import type { PageOfGiftCardView } from '../../../clients/typescript/src/index.ts';
import { day, euros } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

export default page<PageOfGiftCardView>({
  read: (mortar) => mortar.listGiftCards({ query: { limit: 100 } }),
  head: () => ({ title: shellWords.value.pages.giftCards }),
  View: GiftCardsPage,
});

function GiftCardsPage({ data: { items } }: PageProps<PageOfGiftCardView>) {
  const t = walletWords.value;
  const { giftCards: title, wallet } = shellWords.value.pages;
  return (
    <div class="page">
      <Title above={{ href: '/wallet', name: wallet }} state={t.giftCardsState}>
        {title}
      </Title>
      <p>
        <ButtonLink href="/wallet/gift-cards/redeem" look="primary">
          {t.redeem}
        </ButtonLink>
      </p>
      {items.length === 0 ? (
        <Empty title={t.giftCardsNone} />
      ) : (
        <Rows
          title={title}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: t.date, show: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
            { name: t.recipient, show: ({ recipientEmail }) => recipientEmail },
            { name: t.amount, isNumber: true, show: ({ amountCents }) => euros(amountCents) },
            { name: t.status, show: ({ status }) => t.cardStatuses[status] },
          ]}
        />
      )}
    </div>
  );
}
