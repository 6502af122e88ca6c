// Buying bricks of a project: what is asked first, what is bought and risked, what pays it. After it: how it stands, under the same address.

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
    const [project, wallet, onboarding, me, terms, purchases] = await Promise.all([
      mortar.readCatalogueProperty({ path: { propertyId: id } }),
      mortar.showWallet(),
      mortar.readOnboarding(),
      mortar.readMe(),
      mortar.readPurchaseTerms(),
      query.purchase === undefined ? undefined : mortar.listPurchases({ query: { limit: 100 } }),
    ]);
    const purchase = purchases?.items.find((each) => each.id === query.purchase && each.propertyId === project.id) ?? null;
    return { project, wallet, onboarding, me, terms, purchase };
  },
  head: ({ project }) => ({ title: buyWords.value.title(project.name) }),
  View: BuyPage,
});

function BuyPage({ data, reload }: PageProps<Buying>) {
  const t = buyWords.value;
  const { project, purchase } = data;
  useStartOfPage(purchase ? 'bought' : 'order');
  const above = { href: `/projects/${project.id}`, name: project.name };
  return (
    <div class="page narrow">
      <Title above={above}>{purchase ? t.boughtTitle : t.title(project.name)}</Title>
      {purchase ? (
        <Bought key={purchase.id} before={purchase} />
      ) : (
        <Asked buying={data}>
          <Order buying={data} reload={reload} />
        </Asked>
      )}
    </div>
  );
}
