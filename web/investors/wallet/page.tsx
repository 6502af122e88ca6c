// The wallet: what is available, what is reserved, and the last movements.

import type { PageOfTransactionView, WalletView } from '../../../clients/typescript/src/index.ts';
import { dayAndTime, euros } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

type Wallet = { wallet: WalletView; movements: PageOfTransactionView };

export default page<Wallet>({
  read: async (mortar) => {
    const [wallet, movements] = await Promise.all([mortar.showWallet(), mortar.listTransactions({ query: { limit: 50 } })]);
    return { wallet, movements };
  },
  head: () => ({ title: shellWords.value.pages.wallet }),
  View: WalletPage,
});

function WalletPage({ data: { wallet, movements } }: PageProps<Wallet>) {
  const t = walletWords.value;
  const figures = [
    [t.available, wallet.availableCents],
    [t.held, wallet.heldCents],
    [t.balance, wallet.balanceCents],
  ] as const;
  return (
    <div class="page">
      <Title state={t.state}>{shellWords.value.pages.wallet}</Title>
      <dl class="figures">
        {figures.map(([name, cents]) => (
          <div key={name} class="figure">
            <dt class="figure-name">{name}</dt>
            <dd class="figure-value">{euros(cents)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/wallet/gift-cards">{t.giftCards}</a>
      </p>
      <Section title={t.movements}>
        {movements.items.length === 0 ? (
          <Empty title={t.movementsNone} />
        ) : (
          <Rows
            title={t.movements}
            rows={movements.items}
            keyOf={({ id }) => id}
            columns={[
              { name: t.date, show: ({ eventAt }) => <time dateTime={eventAt}>{dayAndTime(eventAt)}</time> },
              { name: t.kind, show: ({ type }) => t.kinds[type] },
              {
                name: t.project,
                show: ({ propertyId, propertyName }) => propertyId && <a href={`/projects/${propertyId}`}>{propertyName}</a>,
              },
              { name: t.amount, isNumber: true, show: ({ amountCents }) => euros(amountCents) },
              { name: t.status, show: ({ status }) => t.statuses[status] },
            ]}
          />
        )}
      </Section>
    </div>
  );
}
