// The secondary market of a royalty project, and its sale in three steps.

import { useState } from 'preact/hooks';
import { mortar } from '../../core/api.ts';
import { businessToday } from '../../core/business-day.ts';
import { centsOf, count, day, euros } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { MoneyAction } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { Steps } from '../money/steps.tsx';
import type { Project } from '../project.ts';
import { useDone } from '../schedule/change.ts';
import { royaltyWords } from './words.ts';

type Props = { project: Project; reload: () => void };

export function ResaleSection({ project, reload }: Props) {
  const t = royaltyWords.value;
  const { isMarketplaceAllowed: isOpen, resale } = project;
  const turning = useDone(
    () => mortar.allowMarketplace({ path: { projectId: project.id }, body: { isAllowed: !isOpen } }),
    reload,
  );
  const text = (at: string | null) => (at === null ? undefined : day(at));
  return (
    <Section
      title={t.sale}
      note={isOpen ? t.marketOpen : t.marketClosed}
      action={
        <Button isRunning={turning.isRunning} onClick={() => void turning.run()}>
          {isOpen ? t.closeMarket : t.openMarket}
        </Button>
      }
    >
      <Refusal error={turning.error} />
      <Steps
        label={t.saleSteps}
        steps={[
          { name: t.start, isMet: resale.saleStartedAt !== null, text: text(resale.saleStartedAt) },
          { name: t.accept, isMet: resale.offerAcceptedAt !== null, text: text(resale.offerAcceptedAt) },
          { name: t.complete, isMet: resale.completedAt !== null, text: text(resale.completedAt) },
        ]}
      />
      {resale.completedAt === null && <NextStep project={project} reload={reload} />}
    </Section>
  );
}

function NextStep({ project, reload }: Props) {
  const t = royaltyWords.value;
  const { saleStartedAt, offerAcceptedAt } = project.resale;
  const path = { propertyId: project.id };
  const [date, setDate] = useState(businessToday());
  const [saleType, setType] = useState<'total' | 'partial'>('total');
  const [price, setPrice] = useState('');
  const at = `${date}T12:00:00Z`;
  const start = useDone((once) => mortar.startResale({ path, body: { saleStartedAt: at }, ...once }), reload);
  const accept = useDone((once) => mortar.acceptOffer({ path, body: { offerAcceptedAt: at, saleType }, ...once }), reload);
  const isStart = saleStartedAt === null;
  const isAccept = !isStart && offerAcceptedAt === null;
  const step = isStart ? start : accept;
  const cents = centsOf(price) ?? 0;
  return (
    <div class="card narrow-fields">
      <Field label={t.date} type="date" value={date} onInput={setDate} />
      {isAccept && (
        <Field
          label={t.saleType}
          value={saleType}
          onInput={(value) => setType(value === 'partial' ? 'partial' : 'total')}
          choices={Object.entries(t.saleTypes).map(([value, label]) => ({ value, label }))}
        />
      )}
      {!isStart && !isAccept && <Field label={t.salePrice} value={price} onInput={setPrice} unit="€" inputMode="decimal" />}
      <Refusal error={step.error} />
      <div class="card-foot">
        {isStart || isAccept ? (
          <Button isRunning={step.isRunning} onClick={() => void step.run()}>
            {isStart ? t.startButton : t.acceptButton}
          </Button>
        ) : (
          <MoneyAction
            label={t.completeLabel(euros(cents))}
            title={t.complete}
            name={`complete-resale ${project.id} ${at}`}
            amountCents={cents}
            receiver={t.holders}
            consequence={t.completeConsequence(project.name)}
            confirm={t.completeLabel(euros(cents))}
            isDisabled={cents === 0}
            run={(once) => mortar.completeResale({ path, body: { salePriceCents: cents, completedAt: at }, ...once })}
            made={({ sale }) => ({ sentence: t.completeMade(euros(sale.salePriceCents), count(sale.holderCount)) })}
            onClosed={reload}
          />
        )}
      </div>
    </div>
  );
}
