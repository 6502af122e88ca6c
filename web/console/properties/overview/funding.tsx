// The funding of a published property: how far it is, day by day, and its closing.

import { useEffect, useState } from 'preact/hooks';
import type { FundingView } from '../../../../clients/typescript/src/index.ts';
import { businessNow, businessToday } from '../../../core/clock.ts';
import { count, day, dayAndTime, euros, percent, shortEuros } from '../../../core/format.ts';
import { parisDayOf } from '../../../core/paris-time.ts';
import { Chart } from '../../../design/chart.tsx';
import { Empty, Notice } from '../../../design/feedback.tsx';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { Section } from '../../design/page.tsx';
import { blockWords } from '../block-words.ts';
import { type Block, Blocks } from '../blocks.tsx';
import type { Project } from '../project.ts';
import { courseOf } from './course.ts';
import { OpenWave, useOpenWave } from './open-wave.tsx';
import type { Overviewed } from './read-overview.ts';
import { WaveButton } from './wave.tsx';
import { overviewWords } from './words.ts';

type Props = { project: Project; funding: FundingView; reload: () => void };

export function FundingSection({ project, funding, days, reload }: Props & { days: Overviewed['days'] }) {
  const t = overviewWords.value;
  const { wave, read } = useOpenWave(project);
  const again = () => {
    reload();
    read.reload();
  };
  return (
    <Section
      title={t.funding}
      action={
        funding.ended ? undefined : (
          <>
            <WaveButton project={project} funding={funding} reload={again} isUnderWay={wave !== undefined} />
            <Closing project={project} funding={funding} reload={reload} />
          </>
        )
      }
    >
      <div class="card">
        <Creation project={project} reload={reload} />
        <Progress funding={funding} />
        {!funding.ended && <Blocks blocks={closingBlocks(funding)} step={t.close} />}
      </div>
      {wave && <OpenWave project={project} wave={wave} onEnded={again} />}
      <Curve days={days} funding={funding} />
    </Section>
  );
}

const LOOK_AGAIN_MS = 2_000;

/** Of a large property the worker creates the bricks after the publication. The progress stays until its end, so nothing below moves. */
function Creation({ project: { createdBricks, totalBricks }, reload }: Pick<Props, 'project' | 'reload'>) {
  const isUnderWay = createdBricks !== null && totalBricks !== null && createdBricks < totalBricks;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, createdBricks, reload]);
  const [isShown, setShown] = useState(isUnderWay);
  if (isUnderWay && !isShown) setShown(true);
  if (!isShown || createdBricks === null || totalBricks === null) return null;
  const { creating, created } = overviewWords.value;
  return <Notice>{isUnderWay ? creating(count(createdBricks), count(totalBricks)) : created(count(totalBricks))}</Notice>;
}

/** Sold, waiting and the minimum on one bar. */
function Progress({ funding }: { funding: FundingView }) {
  const t = overviewWords.value;
  const { totalBricks, confirmed, waiting, minBricks, confirmedPercentage, waitingAmountCents, availableAmountCents, ended } =
    funding;
  const part = (bricks: number) => (totalBricks === 0 ? 0 : (1000 * bricks) / totalBricks);
  const least = part(minBricks);
  return (
    <div class="progress">
      <svg viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label={t.sold(percent(confirmedPercentage * 100))}>
        <rect class="track" width="1000" height="12" />
        <rect class="held" width={part(confirmed + waiting)} height="12" />
        <rect class="sold" width={part(confirmed)} height="12" />
        {least > 0 && least < 1000 && <path class="least" d={`M${least} 0v12`} vector-effect="non-scaling-stroke" />}
      </svg>
      <p class="progress-key">
        <span class="strong">{t.sold(percent(confirmedPercentage * 100))}</span>
        {waiting > 0 && <span>{t.waiting(euros(waitingAmountCents))}</span>}
        {least > 0 && least < 1000 && <span>{t.leastMark}</span>}
        <span>{t.left(euros(availableAmountCents), ended)}</span>
      </p>
    </div>
  );
}

/** From the start to the last day of a funding that runs, to its end of one that has ended. */
function Curve({ days, funding }: { days: Overviewed['days']; funding: FundingView }) {
  const t = overviewWords.value;
  const { startDate, endedAt, maxEndDate, amountToFundCents } = funding;
  const [first] = days;
  if (first === undefined) return <Empty title={t.noPurchase}>{t.noPurchaseText}</Empty>;
  const dayOf = (instant: string | null) => instant && parisDayOf(new Date(instant));
  const course = courseOf(days, {
    first: dayOf(startDate) ?? first.day,
    last: dayOf(endedAt ?? maxEndDate),
    today: dayOf(endedAt) ?? businessToday(),
    targetCents: endedAt === null ? amountToFundCents : null,
  });
  return (
    <div class="card">
      <Chart
        title={t.byDay}
        places={course.days.map((each) => day(each))}
        series={[
          { name: t.subscribed, values: course.subscribed, shape: course.days.length < 3 ? 'bar' : 'line' },
          ...(course.pace.length > 0 ? [{ name: t.pace, values: course.pace }] : []),
        ]}
        xName={t.day}
        yName={t.amount}
        write={(cents) => euros(cents)}
        writeShort={shortEuros}
      />
    </div>
  );
}

function Closing({ project, funding, reload }: Props) {
  const t = overviewWords.value;
  const amount = euros(funding.confirmedAmountCents);
  return (
    <MoneyAction
      name={`end-funding ${project.id}`}
      label={t.closeLabel(amount)}
      title={t.close}
      amountCents={funding.confirmedAmountCents}
      receiver={t.closeReceiver(project.name)}
      consequence={t.closeConsequence}
      confirm={t.closeLabel(amount)}
      isDisabled={closingBlocks(funding).length > 0}
      run={(once) => mortar.endFunding({ path: { propertyId: project.id, endType: 'success' }, ...once })}
      made={() => ({ sentence: t.closed })}
      onClosed={reload}
    />
  );
}

/** What the closing waits for: the API refuses it for the same reasons. */
function closingBlocks({ confirmed, minBricks, brickPriceCents, possibleClosingDate }: FundingView): Block[] {
  const t = blockWords.value;
  const missing = minBricks - confirmed;
  if (missing > 0) return [{ reason: 'minimum', text: t.minimum(euros(missing * (brickPriceCents ?? 0))) }];
  if (possibleClosingDate === null || new Date(possibleClosingDate) <= businessNow()) return [];
  return [{ reason: 'window', text: t.window(dayAndTime(possibleClosingDate)) }];
}
