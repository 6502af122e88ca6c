// Buying a deal as it is offered: its price against the official one and its yield, what is risked, what pays it.

import { useState } from 'preact/hooks';
import type { MarketOffer, WalletView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { euros, percent } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Form } from '../../design/form.tsx';
import { FromWallet, missingIn, RisksRead } from '../buy/checkout.tsx';
import { mortar } from '../core/api.ts';
import { basisPoints, someBricks } from '../parts/amounts.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { marketWords } from './words.ts';

type BuyDealProps = { offer: MarketOffer; wallet: WalletView; reload: () => void };

export function BuyDeal({ offer, wallet, reload }: BuyDealProps) {
  const t = marketWords.value;
  const { id, brickCount, priceWithoutCommission: priceCents } = offer;
  const [hasRead, setRead] = useState(false);
  const [isTried, setTried] = useState(false);
  const missingCents = missingIn(wallet, priceCents);
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
      <RisksRead hasRead={hasRead} onRead={setRead} isTried={isTried} note={t.buyNote} />
      <FromWallet wallet={wallet} costCents={priceCents} reload={reload} />
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
