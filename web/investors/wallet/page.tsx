// The wallet: what is available, what is held and why, what waits for an answer, and every movement with its paper.

import type { InvestorView, PageOfTransactionView, WalletView } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty, Notice } from '../../design/feedback.tsx';
import { accountWords } from '../account/words.ts';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Section, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { Movements } from './movements.tsx';
import { Coming, Held } from './waiting.tsx';
import { walletWords } from './words.ts';

const ROWS = 20;

type Wallet = { me: InvestorView; wallet: WalletView; waiting: PageOfTransactionView; movements: PageOfTransactionView };

export default page<Wallet>({
  read: async (mortar) => {
    // It books what has arrived, which the lists then have.
    const wallet = await mortar.showWallet();
    const [me, waiting, movements] = await Promise.all([
      mortar.readMe(),
      mortar.listTransactions({ query: { status: 'WAITING', limit: 100 } }),
      mortar.listTransactions({ query: { limit: ROWS } }),
    ]);
    return { me, wallet, waiting, movements };
  },
  head: () => ({ title: shellWords.value.pages.wallet }),
  View: WalletPage,
});

function WalletPage({ data: { me, wallet, waiting, movements } }: PageProps<Wallet>) {
  const t = walletWords.value;
  const { pages } = shellWords.value;
  const figures = [
    [t.available, wallet.availableCents],
    [t.held, wallet.heldCents],
    [t.balance, wallet.balanceCents],
  ] as const;
  return (
    <div class="page">
      <Title state={t.state}>{pages.wallet}</Title>
      {me.frozen && <Notice tone="warn">{accountWords.value.frozen}</Notice>}
      <dl class="figures">
        {figures.map(([name, cents]) => (
          <div key={name} class="figure">
            <dt class="figure-name">{name}</dt>
            <dd class="figure-value">{euros(cents)}</dd>
          </div>
        ))}
      </dl>
      <p class="row">
        <ButtonLink href="/wallet/pay-in" look="primary">
          {pages.payIn}
        </ButtonLink>
        <ButtonLink href="/wallet/withdraw">{pages.withdraw}</ButtonLink>
        <ButtonLink href="/account/bank-accounts">{pages.bankAccounts}</ButtonLink>
        <ButtonLink href="/wallet/gift-cards">{pages.giftCards}</ButtonLink>
      </p>
      <Held held={waiting.items.filter(({ isHeld }) => isHeld)} />
      <Coming coming={waiting.items.filter(({ isHeld }) => !isHeld)} />
      <Section title={t.movements}>
        {movements.items.length === 0 ? (
          <Empty title={t.movementsNone}>{t.movementsNoneText}</Empty>
        ) : (
          <Further first={movements} read={(cursor) => mortar.listTransactions({ query: { limit: ROWS, cursor } })}>
            {(rows) => <Movements rows={rows} />}
          </Further>
        )}
      </Section>
    </div>
  );
}
