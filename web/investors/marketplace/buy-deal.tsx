// Buying a deal as it is offered: its price against the official one and its yield, what is risked, what pays it.

import { useState } from 'preact/hooks';
import type { MarketOffer, WalletView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { euros, percent } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, Form } from '../../design/form.tsx';
import { PayIn } from '../buy/pay-in.tsx';
import { mortar } from '../core/api.ts';
import { basisPoints } from '../parts/amounts.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { Risks, riskWords } from '../parts/risk.tsx';
import { someBricks } from './open-market.tsx';
import { marketWords } from './words.ts';

type BuyDealProps = { offer: MarketOffer; wallet: WalletView; reload: () => void };

export function BuyDeal({ offer, wallet, reload }: BuyDealProps) {
  const t = marketWords.value;
  const { id, brickCount, priceWithoutCommission: priceCents } = offer;
  const [hasRead, setRead] = useState(false);
  const [isTried, setTried] = useState(false);
  const missingCents = Math.max(priceCents - wallet.availableCents, 0);
  const buy = useAction(async (once) => {
    await mortar.purchaseDeal({ path: { dealId: id }, ...once });
    return 'bought';
  }, `buy deal ${id}`);
  const submit = async () => {
    setTried(true);
    // Afterwards the deal is one of theirs, which the same page shows.
    if (hasRead && missingCents === 0 && (await buy.run())) reload();
  };
  return (
    <Form
      label={t.whatIBuy}
      onSubmit={() => void submit()}
      error={buy.error}
      action={
        missingCents > 0 ? undefined : (
          <Button type="submit" look="primary" isRunning={buy.isRunning}>
            {t.buyNow(someBricks(brickCount), euros(priceCents))}
          </Button>
        )
      }
    >
      <Section title={t.whatIBuy}>
        <Offered offer={offer} />
      </Section>
      <Section title={riskWords.value.title}>
        <Risks />
        <p>{t.buyNote}</p>
        <Checkbox label={t.read} isChecked={hasRead} onChange={setRead} />
        {isTried && !hasRead && (
          <p class="fault" role="alert">
            {t.readFirst}
          </p>
        )}
      </Section>
      <Section title={t.pay}>
        <Facts
          facts={[
            [t.available, euros(wallet.availableCents)],
            [t.fees, t.noFees],
            [t.afterwards, missingCents === 0 ? euros(wallet.availableCents - priceCents) : null],
          ]}
        />
        {missingCents > 0 && <PayIn missingCents={missingCents} reload={reload} />}
      </Section>
    </Form>
  );
}

function Offered({ offer }: { offer: MarketOffer }) {
  const t = marketWords.value;
  return (
    <Facts
      facts={[
        [t.project, <a href={`/projects/${offer.propertyId}`}>{offer.propertyName}</a>],
        [t.bricks, someBricks(offer.brickCount)],
        [t.price, euros(offer.sellingBrickPriceValue)],
        [t.official, euros(offer.officialBrickPriceValue)],
        [t.variation, percent(basisPoints(offer.brickPriceVariation))],
        [t.profitability, percent(basisPoints(offer.profitability))],
        [t.revenueYield, percent(basisPoints(offer.revenueYield))],
        [t.total, <strong>{euros(offer.priceWithoutCommission)}</strong>],
      ]}
    />
  );
}
