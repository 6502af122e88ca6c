// Buying bricks of a project: what is asked first, what is bought and risked, what pays it. After it: how it stands, under the same address.

import { isRefusal, type Mortar, type PurchaseView } from '../../../clients/typescript/src/index.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { useStartOfPage } from '../core/start-of-page.ts';
import { Title } from '../parts/frame.tsx';
import { Asked } from './asked.tsx';
import { Bought } from './bought.tsx';
import type { Buying } from './buying.ts';
import { Order } from './order.tsx';
import { buyWords } from './words.ts';

export default page<Buying>({
  read: async (mortar, { params: { id = '' }, query }) => {
    const [project, wallet, onboarding, me, terms, found] = await Promise.all([
      mortar.readCatalogueProperty({ path: { propertyId: id } }),
      mortar.showWallet(),
      mortar.readOnboarding(),
      mortar.readMe(),
      mortar.readPurchaseTerms(),
      query.purchase ? findPurchase(mortar, query.purchase) : null,
    ]);
    const purchase = found?.propertyId === project.id ? found : null;
    return { project, wallet, onboarding, me, terms, purchase, isPurchaseUnknown: Boolean(query.purchase) && !purchase };
  },
  head: ({ project }) => ({ title: buyWords.value.title(project.name) }),
  View: BuyPage,
});

/** null for one that is none of theirs. */
async function findPurchase(mortar: Mortar, purchaseId: string): Promise<PurchaseView | null> {
  try {
    return await mortar.readPurchase({ path: { purchaseId } });
  } catch (error) {
    if (!isRefusal(error, 'primary-purchase.purchase-not-found')) throw error;
    return null;
  }
}

function BuyPage({ data, reload }: PageProps<Buying>) {
  const t = buyWords.value;
  const { project, purchase, isPurchaseUnknown } = data;
  useStartOfPage(purchase || isPurchaseUnknown ? 'bought' : 'order');
  const above = { href: `/projects/${project.id}`, name: project.name };
  return (
    <div class="page narrow">
      <Title above={above}>{purchase || isPurchaseUnknown ? t.boughtTitle : t.title(project.name)}</Title>
      {purchase ? (
        <Bought key={purchase.id} before={purchase} />
      ) : isPurchaseUnknown ? (
        <Empty title={t.unknownPurchase}>
          <ButtonLink href="/investments">{t.toInvestments}</ButtonLink>
        </Empty>
      ) : (
        <Asked buying={data}>
          <Order buying={data} reload={reload} />
        </Asked>
      )}
    </div>
  );
}
