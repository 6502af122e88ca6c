// Selling bricks of a project: how many and for how much, within what the service allows; then what the seller receives; then the offer.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type InvestorView, isRefusal, type SaleTerms, type TermsOfOffer } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { centsOf, count, euros, percent } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { accountWords } from '../account/words.ts';
import { bricksOf } from '../buy/bricks.ts';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { useStartOfPage } from '../core/start-of-page.ts';
import { basisPoints, someBricks } from '../parts/amounts.ts';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { ClosedMarket, inMarket } from './open-market.tsx';
import { marketWords } from './words.ts';

type Selling = { terms: SaleTerms | null; me: InvestorView } | null;
/** As it stands in the fields, which keep it when somebody comes back to them. */
type Typed = { bricks: string; price: string };
type Asked = { amount: number; price: number; ofOffer: TermsOfOffer };

export default page<Selling>({
  read: (mortar, { params: { id = '' } }) =>
    inMarket(mortar, async (me) => {
      const terms = await mortar.readSaleTerms({ path: { propertyId: id } }).catch((error: unknown) => {
        if (isRefusal(error, 'marketplace.sell.property-forbidden')) return null;
        throw error;
      });
      return { terms, me };
    }),
  head: () => ({ title: shellWords.value.pages.sell }),
  View: SellPage,
});

function SellPage({ data }: PageProps<Selling>) {
  const t = marketWords.value;
  const { pages } = shellWords.value;
  const [typed, setTyped] = useState<Typed>({ bricks: '', price: '' });
  const [asked, setAsked] = useState<Asked>();
  useStartOfPage(asked ? 'check' : 'amount');
  if (data === null) return <ClosedMarket />;
  const { terms, me } = data;
  return (
    <div class="page narrow">
      <Title above={{ href: '/marketplace/sell', name: pages.sellable }}>
        {terms ? t.sellTitle(terms.propertyName) : pages.sell}
      </Title>
      {me.frozen || me.transactionRights === 'account-is-being-verified' ? (
        <Notice tone="warn">{me.frozen ? accountWords.value.frozen : t.beingVerified}</Notice>
      ) : terms === null ? (
        <Notice tone="warn">{t.notForSale}</Notice>
      ) : asked ? (
        <Confirm terms={terms} asked={asked} onBack={() => setAsked(undefined)} />
      ) : (
        <Amount terms={terms} typed={typed} onTyped={setTyped} onAsked={setAsked} />
      )}
    </div>
  );
}

type AmountProps = {
  terms: SaleTerms;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onAsked: (asked: Asked) => void;
};

function Amount({ terms, typed, onTyped, onAsked }: AmountProps) {
  const t = marketWords.value;
  const [isTried, setTried] = useState(false);
  const { propertyId, minPriceCents, maxPriceCents, freeBrickCount, dealsLeftToday } = terms;
  const [amount, price] = [bricksOf(typed.bricks), centsOf(typed.price)];
  const [min, max, free] = [euros(minPriceCents), euros(maxPriceCents), count(freeBrickCount)];
  const bricksFault = amount === undefined || amount > freeBrickCount ? t.howManyFault(free) : undefined;
  const priceFault = price === undefined || price < minPriceCents || price > maxPriceCents ? t.askedFault(min, max) : undefined;
  const ask = useAction((_once, amount: number, price: number) =>
    mortar.readSaleTerms({ path: { propertyId }, query: { amount, price } }),
  );
  const submit = async () => {
    setTried(true);
    if (amount === undefined || price === undefined || bricksFault || priceFault) return;
    const told = await ask.run(amount, price);
    if (told?.ofOffer) onAsked({ amount, price, ofOffer: told.ofOffer });
  };
  const obstacle = freeBrickCount === 0 ? t.noneFree : dealsLeftToday === 0 ? t.quotaOver : undefined;
  if (obstacle) return <Notice tone="warn">{obstacle}</Notice>;
  return (
    <Form
      label={shellWords.value.pages.sell}
      onSubmit={() => void submit()}
      error={ask.error}
      action={
        <Button type="submit" look="primary" isRunning={ask.isRunning}>
          {t.goOn}
        </Button>
      }
    >
      <Facts
        facts={[
          [t.official, max],
          [t.commission, percent(terms.commissionBps)],
          [t.quota, dealsLeftToday === null ? t.noQuota : count(dealsLeftToday)],
        ]}
      />
      <Field
        label={t.howMany}
        value={typed.bricks}
        onInput={(bricks) => onTyped({ ...typed, bricks })}
        inputMode="numeric"
        autoComplete="off"
        hint={t.howManyHint(free)}
        fault={isTried || typed.bricks !== '' ? bricksFault : undefined}
      />
      <Field
        label={t.asked}
        value={typed.price}
        onInput={(price) => onTyped({ ...typed, price })}
        inputMode="decimal"
        autoComplete="off"
        unit="€"
        hint={t.askedHint(min, max)}
        fault={isTried || typed.price !== '' ? priceFault : undefined}
      />
    </Form>
  );
}

function Confirm({ terms: { propertyId }, asked, onBack }: { terms: SaleTerms; asked: Asked; onBack: () => void }) {
  const t = marketWords.value;
  const { route } = useLocation();
  const { amount, price, ofOffer } = asked;
  const offer = useAction(
    (once) => mortar.createDeal({ body: { propertyId, amount, price }, ...once }),
    `sell ${amount} of ${propertyId} for ${price}`,
  );
  const submit = async () => {
    const made = await offer.run();
    if (made) route(`/marketplace/deals/${made.id}`);
  };
  return (
    <Section title={t.check}>
      <Facts
        facts={[
          [t.bricks, someBricks(amount)],
          [t.price, euros(price)],
          [t.variation, percent(basisPoints(ofOffer.brickPriceVariation))],
          [t.profitability, percent(basisPoints(ofOffer.profitability))],
          [t.total, euros(ofOffer.priceCents)],
          [t.commission, euros(ofOffer.commissionCents)],
          [t.net, <strong>{euros(ofOffer.netCents)}</strong>],
        ]}
      />
      <p class="soft">{t.sellNote}</p>
      <Refusal error={offer.error} />
      <p class="row">
        <Button look="primary" isRunning={offer.isRunning} onClick={() => void submit()}>
          {t.sellNow(someBricks(amount), euros(ofOffer.priceCents))}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t.change}
        </Button>
      </p>
    </Section>
  );
}
