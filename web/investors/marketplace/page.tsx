// Bricks that investors sell to each other, in an order and up to a price; of one project also what was sold before.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { PageOfMarketOffer, PageOfMarketSale } from '../../../clients/typescript/src/index.ts';
import { centsOf } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type Address, type PageProps, page } from '../core/page.ts';
import { Chips, withQuery } from '../parts/chips.tsx';
import { Section, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { Risk } from '../parts/risk.tsx';
import { shellWords } from '../shell/words.ts';
import { Offers, Sales } from './offers.tsx';
import { ClosedMarket, inMarket } from './open-market.tsx';
import { marketWords } from './words.ts';

const ROWS = 20;
const SORTS = ['newest', 'discount', 'profitability'] as const;

type OfProject = { id: string; name: string; sales: PageOfMarketSale };
type Market = { offers: PageOfMarketOffer; project: OfProject | null } | null;

export default page<Market>({
  read: (mortar, address) =>
    inMarket(mortar, async () => {
      const { propertyId } = address.query;
      const [offers, project] = await Promise.all([
        mortar.listDeals({ query: { limit: ROWS, ...filtersOf(address) } }),
        propertyId === undefined
          ? null
          : Promise.all([
              mortar.readCatalogueProperty({ path: { propertyId } }),
              mortar.listSales({ path: { propertyId }, query: { limit: ROWS } }),
            ]),
      ]);
      return { offers, project: project && { id: project[0].id, name: project[0].name, sales: project[1] } };
    }),
  head: () => ({ title: shellWords.value.pages.marketplace }),
  View: MarketplacePage,
});

/** What the address asks for; `max` is in euros, as it was typed. */
function filtersOf({ query: { propertyId, sort, max } }: Address) {
  const chosen = SORTS.find((each) => each === sort);
  const maxBrickPriceCents = max === undefined ? undefined : centsOf(max);
  return {
    ...(propertyId === undefined ? {} : { propertyId }),
    ...(chosen === undefined ? {} : { sort: chosen }),
    ...(maxBrickPriceCents === undefined ? {} : { maxBrickPriceCents }),
  };
}

function MarketplacePage({ data, address }: PageProps<Market>) {
  const t = marketWords.value;
  const { pages } = shellWords.value;
  if (data === null) return <ClosedMarket />;
  const { offers, project } = data;
  const query = filtersOf(address);
  return (
    <div class="page">
      {project ? (
        <Title
          above={{ href: withQuery(address, { propertyId: '' }), name: t.allProjects }}
          state={<a href={`/projects/${project.id}`}>{t.toProject}</a>}
        >
          {t.ofProject(project.name)}
        </Title>
      ) : (
        <Title state={t.state}>{pages.marketplace}</Title>
      )}
      <p class="row">
        <ButtonLink href="/marketplace/sell" look="primary">
          {pages.sellable}
        </ButtonLink>
        <ButtonLink href="/marketplace/mine">{pages.ownDeals}</ButtonLink>
      </p>
      <Filters address={address} />
      {offers.items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <Further first={offers} read={(cursor) => mortar.listDeals({ query: { limit: ROWS, cursor, ...query } })}>
          {(rows) => <Offers rows={rows} />}
        </Further>
      )}
      <Risk />
      {project && <PastSales project={project} />}
    </div>
  );
}

function Filters({ address }: { address: Address }) {
  const t = marketWords.value;
  const { route } = useLocation();
  const [max, setMax] = useState(address.query.max ?? '');
  const [isAsked, setAsked] = useState(address.query.max !== undefined);
  const isFaulty = max.trim() !== '' && centsOf(max) === undefined;
  const apply = () => {
    setAsked(true);
    if (!isFaulty) route(withQuery(address, { max: max.trim() }));
  };
  const choices = SORTS.map((value) => ({ value: value === 'newest' ? '' : value, label: t.sorts[value] }));
  return (
    <nav class="filters" aria-label={t.filters}>
      <Chips label={t.sort} name="sort" choices={choices} address={address} />
      <Form label={t.apply} onSubmit={apply} action={<Button type="submit">{t.apply}</Button>}>
        <Field
          label={t.maxPrice}
          value={max}
          onInput={setMax}
          fault={isAsked && isFaulty ? t.maxPriceFault : undefined}
          inputMode="decimal"
          autoComplete="off"
          unit="€"
        />
      </Form>
    </nav>
  );
}

function PastSales({ project: { id, sales } }: { project: OfProject }) {
  const t = marketWords.value;
  return (
    <Section title={t.sales}>
      {sales.items.length === 0 ? (
        <p class="soft">{t.salesNone}</p>
      ) : (
        <Further first={sales} read={(cursor) => mortar.listSales({ path: { propertyId: id }, query: { limit: ROWS, cursor } })}>
          {(rows) => <Sales rows={rows} />}
        </Further>
      )}
    </Section>
  );
}
