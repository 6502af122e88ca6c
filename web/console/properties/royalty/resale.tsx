// The secondary market of a royalty project, and its sale in three steps.

import { useState } from 'preact/hooks';
import { businessToday } from '../../../core/clock.ts';
import { centsOf, count, day, euros } from '../../../core/format.ts';
import { useQuery } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Refusal } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { Section } from '../../design/page.tsx';
import { blockWords } from '../block-words.ts';
import { Blocks, blockOf } from '../blocks.tsx';
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
    <div id="market" class="anchor" tabIndex={-1}>
      <Section
        title={t.sale}
        note={isOpen ? t.marketOpen : t.marketClosed}
        action={
          // A property that is sold has no market.
          resale.completedAt === null && (
            <Button isRunning={turning.isRunning} onClick={() => void turning.run()}>
              {isOpen ? t.closeMarket : t.openMarket}
            </Button>
          )
        }
      >
        <Refusal error={turning.error} />
        <Steps
          label={t.saleSteps}
          steps={[
            { name: t.start, isMet: resale.saleStartedAt !== null, text: text(resale.saleStartedAt) },
            { name: t.accept, isMet: resale.offerAcceptedAt !== null, text: text(resale.offerAcceptedAt) },
            {
              ...{ name: t.complete, isMet: resale.completedAt !== null, text: text(resale.completedAt) },
              blocks: isOpen ? [blockOf('market', '#market')] : [],
            },
          ]}
        />
        {resale.completedAt === null && <NextStep project={project} reload={reload} />}
      </Section>
    </div>
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
  const isLast = !isStart && !isAccept;
  const money = useQuery(['surplus', project.id, isLast], async (signal) =>
    isLast ? (await mortar.readPurses({ path, signal })).purses : undefined,
  );
  const surplusCents = money.data?.find(({ purse }) => purse === 'SURPLUS')?.balanceCents ?? 0;
  const isShort = isLast && money.data !== undefined && surplusCents < Math.max(cents, 1);
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
      {isShort && (
        <Blocks
          blocks={[{ reason: 'price', text: blockWords.value.price(euros(surplusCents)), href: to.wires }]}
          step={t.complete}
        />
      )}
      <Refusal error={step.error ?? money.error} />
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
            isDisabled={cents === 0 || isShort || project.isMarketplaceAllowed}
            run={(once) => mortar.completeResale({ path, body: { salePriceCents: cents, completedAt: at }, ...once })}
            made={({ sale }) => ({ sentence: t.completeMade(euros(sale.salePriceCents), count(sale.holderCount)) })}
            onClosed={reload}
          />
        )}
      </div>
    </div>
  );
}
