// A deal of the investor: how it stands, what it brings or costs, its paper, and the way back while nobody has bought it.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { isRefusal, type OwnDeal } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { dayAndTime, euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Notice, type Tone } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { someBricks } from '../parts/amounts.ts';
import { Facts } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { TakeBack } from '../parts/take-back.tsx';
import { marketWords } from './words.ts';

const LOOK_EVERY_MS = 3_000;

const TONES: Readonly<Record<OwnDeal['status'], Tone>> = { pending: 'info', reserved: 'info', confirmed: 'good' };

/** `before`: as it was when the page was opened. */
export function OwnDealShown({ before }: { before: OwnDeal }) {
  const t = marketWords.value;
  const [deal, setDeal] = useState<OwnDeal | null>(before);
  const look = async (signal: AbortSignal) => {
    try {
      setDeal(await mortar.readOwnDeal({ path: { dealId: before.id }, signal }));
    } catch (error) {
      // A purchase that was refused is a deal of the seller alone again.
      if (!isRefusal(error, 'marketplace.deal.not-found')) throw error;
      setDeal(null);
    }
  };
  useQuery(['own-deal', before.id], look, { pollMs: deal?.status === 'reserved' ? LOOK_EVERY_MS : undefined });
  const state = deal?.status ?? 'gone';
  return (
    <>
      <Notice tone={deal ? TONES[deal.status] : 'bad'} isLive>
        <p class="strong">{t.outcomes[state]}</p>
        <p>{t.outcomeTexts[state]}</p>
      </Notice>
      {deal && <OwnFacts deal={deal} />}
      <p class="row">
        {deal?.status === 'confirmed' && (
          <PaperLink href={`/customers/deals/${deal.id}/document`} name={t.paper} isButton>
            {t.paper}
          </PaperLink>
        )}
        <ButtonLink href="/marketplace/mine">{t.toOwn}</ButtonLink>
      </p>
      {deal?.status === 'pending' && <Withdraw dealId={deal.id} />}
    </>
  );
}

function OwnFacts({ deal }: { deal: OwnDeal }) {
  const t = marketWords.value;
  const isSeller = deal.role === 'seller';
  return (
    <Facts
      facts={[
        [t.role, t.roles[deal.role]],
        [t.project, <a href={`/projects/${deal.propertyId}`}>{deal.propertyName}</a>],
        [t.bricks, someBricks(deal.brickCount)],
        [t.price, euros(deal.brickPriceCents)],
        [t.total, euros(deal.priceCents)],
        [t.commission, isSeller ? euros(deal.commissionCents) : null],
        [t.net, isSeller ? euros(deal.netCents) : null],
        [t.offeredAt, isSeller ? dayAndTime(deal.createdAt) : null],
        [t.confirmedAt, deal.confirmedAt && dayAndTime(deal.confirmedAt)],
      ]}
    />
  );
}

function Withdraw({ dealId }: { dealId: string }) {
  const t = marketWords.value;
  const { route } = useLocation();
  const takeBack = useAction(async () => {
    await mortar.deleteDeal({ path: { dealId } });
    return 'taken back';
  }, `take back ${dealId}`);
  const ask = { title: t.withdrawTitle, text: t.withdrawText, confirm: t.withdrawNow };
  return <TakeBack label={t.withdraw} ask={ask} act={takeBack} onDone={() => route('/marketplace/mine')} />;
}
