// Gift cards that somebody has given, and the way to use one.

import { useEffect, useState } from 'preact/hooks';
import type { GiftCardView, PageOfGiftCardView } from '../../../clients/typescript/src/index.ts';
import { day, euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

const ROWS = 20;

export default page<PageOfGiftCardView>({
  read: (mortar) => mortar.listGiftCards({ query: { limit: ROWS } }),
  head: () => ({ title: shellWords.value.pages.giftCards }),
  View: GiftCardsPage,
});

/** The provider answers within seconds, unless it does not: after a minute there is time. */
const LOOK_EVERY_MS = 3_000;
const SOON_MS = 60_000;
const LOOK_LATER_EVERY_MS = 30_000;
const IS_ON_ITS_WAY: readonly GiftCardView['status'][] = ['waiting_payment', 'redeeming', 'refunding'];

function GiftCardsPage({ data: before }: PageProps<PageOfGiftCardView>) {
  const t = walletWords.value;
  const [data, setData] = useState(before);
  const isOpen = data.items.some(({ status }) => IS_ON_ITS_WAY.includes(status));
  const [isLate, setLate] = useState(false);
  const [isReadOn, setReadOn] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isOpen) return;
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  // A first page that is read again would drop what was read on.
  const pollMs = !isOpen || isReadOn ? undefined : isLate ? LOOK_LATER_EVERY_MS : LOOK_EVERY_MS;
  useQuery(['gift-cards'], async (signal) => setData(await mortar.listGiftCards({ query: { limit: ROWS }, signal })), { pollMs });
  const { giftCards: title, giveGiftCard: give, wallet } = shellWords.value.pages;
  return (
    <div class="page">
      <Title above={{ href: '/wallet', name: wallet }} state={t.giftCardsState}>
        {title}
      </Title>
      <p class="row">
        <ButtonLink href="/wallet/gift-cards/redeem" look="primary">
          {t.redeem}
        </ButtonLink>
        <ButtonLink href="/wallet/gift-cards/give">{give}</ButtonLink>
      </p>
      {data.items.length === 0 ? (
        <Empty title={t.giftCardsNone}>{t.giftCardsNoneText}</Empty>
      ) : (
        <Further
          first={data}
          read={(cursor) => mortar.listGiftCards({ query: { limit: ROWS, cursor } })}
          onFurther={() => setReadOn(true)}
        >
          {(rows) => <Cards rows={rows} />}
        </Further>
      )}
    </div>
  );
}

function Cards({ rows }: { rows: readonly GiftCardView[] }) {
  const t = walletWords.value;
  return (
    <Rows
      title={t.giftCards}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: t.date, show: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
        { name: t.recipient, show: ({ recipientEmail }) => recipientEmail },
        { name: t.amount, isNumber: true, show: ({ amountCents }) => euros(amountCents) },
        { name: t.expires, show: ({ expiresAt }) => expiresAt && <time dateTime={expiresAt}>{day(expiresAt)}</time> },
        { name: t.status, show: ({ status }) => t.cardStatuses[status] },
      ]}
    />
  );
}
