// One deal: to its seller and its buyer how it stands, to everybody else what it offers and the way to buy it.

import {
  type InvestorView,
  isRefusal,
  type MarketOffer,
  type Onboarding,
  type OwnDeal,
  type WalletView,
} from '../../../clients/typescript/src/index.ts';
import { AskedOfAccount } from '../buy/asked.tsx';
import { type PageProps, page } from '../core/page.ts';
import { useStartOfPage } from '../core/start-of-page.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { BuyDeal } from './buy-deal.tsx';
import { ClosedMarket } from './open-market.tsx';
import { OwnDealShown } from './own-deal.tsx';

type Offered = { offer: MarketOffer; wallet: WalletView; me: InvestorView; onboarding: Onboarding };
type Deal = { own: OwnDeal } | { offered: Offered } | null;

export default page<Deal>({
  read: async (mortar, { params: { id = '' } }) => {
    const path = { dealId: id };
    const own = await mortar.readOwnDeal({ path }).catch((error: unknown) => {
      if (isRefusal(error, 'marketplace.deal.not-found')) return null;
      throw error;
    });
    if (own) return { own };
    const me = await mortar.readMe();
    if (!me.canSeeRoyalty) return null;
    const [offer, wallet, onboarding] = await Promise.all([
      mortar.readDeal({ path }),
      mortar.showWallet(),
      mortar.readOnboarding(),
    ]);
    return { offered: { offer, wallet, me, onboarding } };
  },
  head: () => ({ title: shellWords.value.pages.deal }),
  View: DealPage,
});

function DealPage({ data, reload }: PageProps<Deal>) {
  const { pages } = shellWords.value;
  useStartOfPage(data !== null && 'own' in data ? 'own' : 'offered');
  if (data === null) return <ClosedMarket />;
  const name = 'own' in data ? data.own.propertyName : data.offered.offer.propertyName;
  return (
    <div class="page narrow">
      <Title above={{ href: '/marketplace', name: pages.marketplace }} state={name}>
        {pages.deal}
      </Title>
      {'own' in data ? (
        <OwnDealShown key={data.own.id} before={data.own} />
      ) : (
        <AskedOfAccount of={data.offered}>
          <BuyDeal offer={data.offered.offer} wallet={data.offered.wallet} reload={reload} />
        </AskedOfAccount>
      )}
    </div>
  );
}
