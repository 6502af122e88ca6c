// A purchase after the order: whether it is confirmed, until when it can be taken back, its paper.

import { useState } from 'preact/hooks';
import type { PurchaseView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { businessNow } from '../../core/clock.ts';
import { count, dayAndTime, euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Badge, Notice, type Tone } from '../../design/feedback.tsx';
import { PLAN_PATH } from '../automatic-investment/plan.tsx';
import { automaticWords } from '../automatic-investment/words.ts';
import { mortar } from '../core/api.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { TakeBack } from '../parts/take-back.tsx';
import { LastMoment } from './last-moment.tsx';
import { timeLeft } from './time-left.ts';
import { buyWords } from './words.ts';

/** The provider answers within seconds, unless it does not. */
const LOOK_EVERY_MS = 3_000;

const TONES: Readonly<Record<PurchaseView['status'], Tone>> = {
  waiting_payment: 'info',
  waiting_provider: 'info',
  confirmed: 'good',
  canceled: 'neutral',
  declined: 'bad',
};

/** `before`: as it was when the page was opened. */
export function Bought({ before }: { before: PurchaseView }) {
  const t = buyWords.value;
  const [purchase, setPurchase] = useState(before);
  const isOpen = purchase.status === 'waiting_payment' || purchase.status === 'waiting_provider';
  const seen = useQuery(
    ['purchase', before.id],
    async (signal) => setPurchase(await mortar.readPurchase({ path: { purchaseId: before.id }, signal })),
    { pollMs: isOpen ? LOOK_EVERY_MS : undefined },
  );
  const { status, brickCount, amountCents, createdAt, propertyName, isAutomatic } = purchase;
  return (
    <>
      <Notice tone={TONES[status]} isLive>
        <p class="strong">{t.outcomes[status]}</p>
        <p>{t.outcomeTexts[status]}</p>
      </Notice>
      <Facts
        facts={[
          [t.project, propertyName],
          [t.bricks, count(brickCount)],
          [t.amount, euros(amountCents)],
          [t.orderedAt, dayAndTime(createdAt)],
          [t.state, <Badge tone={TONES[status]}>{t.states[status]}</Badge>],
        ]}
      />
      {isAutomatic && (
        <p>
          {automaticWords.value.bought} <a href={PLAN_PATH}>{automaticWords.value.toPlan}</a>
        </p>
      )}
      <ChangeMind purchase={purchase} onCancelled={seen.reload} />
      <p class="row">
        {status === 'confirmed' && (
          <PaperLink href={`/customers/purchases/${purchase.id}/document`} name={t.paper} isButton>
            {t.paper}
          </PaperLink>
        )}
        <ButtonLink href="/investments">{t.toInvestments}</ButtonLink>
      </p>
    </>
  );
}

/** As easy as buying, until the moment that the service has fixed. */
function ChangeMind({ purchase, onCancelled }: { purchase: PurchaseView; onCancelled: () => void }) {
  const t = buyWords.value;
  const cancel = useAction(async () => {
    await mortar.cancelPurchase({ path: { purchaseId: purchase.id } });
    return 'cancelled';
  }, `cancel ${purchase.id}`);
  const { status, windowEnd } = purchase;
  if (status === 'canceled' || status === 'declined') return null;
  if (!timeLeft(businessNow(), new Date(windowEnd))) return <p class="soft">{t.windowOver(dayAndTime(windowEnd))}</p>;
  const ask = { title: t.takeBackTitle, text: t.takeBackText(euros(purchase.amountCents)), confirm: t.takeBackNow };
  return (
    <Section title={t.changeMindTitle}>
      <p>
        {t.until} <LastMoment until={windowEnd} />.
      </p>
      <TakeBack label={t.takeBack} ask={ask} act={cancel} onDone={onCancelled} />
    </Section>
  );
}
