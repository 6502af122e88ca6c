// The simulator of a schedule that is not stored yet: sliders, the months as the API computes them, and the creation.

import { useState } from 'preact/hooks';
import type { ScheduleConfig } from '../../../clients/typescript/src/index.ts';
import { mortar } from '../../core/api.ts';
import { businessToday } from '../../core/business-day.ts';
import { euros, percent } from '../../core/format.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { Slider } from '../../design/slider.tsx';
import { designWords } from '../../design/words.ts';
import type { Project } from '../project.ts';
import { useDone } from './change.ts';
import { MonthsChart } from './months-chart.tsx';
import { MonthsTable } from './months-table.tsx';
import { useSettled } from './settled.ts';
import { scheduleWords } from './words.ts';

type Props = { project: Project; reload: () => void };

const THOUSAND = 100_000;
const DEFAULTS = { fundedCents: 10_000_000, ratePercent: 9.5, feesPercent: 1, months: 12, country: 'France' };

export function Simulator({ project, reload }: Props) {
  const t = scheduleWords.value;
  const [config, setConfig] = useState(() => configOf(project));
  const settled = useSettled(config);
  const months = useQuery(['simulation', settled], (signal) => mortar.simulateSchedule({ body: settled, signal }));
  const kept = useKept(months.data);
  return (
    <>
      <Notice>
        <p class="strong">{t.none}</p>
        <p>{project.funding.ended ? t.noneText : t.notFunded}</p>
      </Notice>
      <Section
        title={t.simulator}
        note={t.simulatorNote}
        action={project.funding.ended ? <CreateButton project={project} config={config} reload={reload} /> : undefined}
      >
        <div class="simulator">
          <Settings config={config} change={(part) => setConfig({ ...config, ...part })} />
          <div class="card">
            {months.error ? <Refusal error={months.error} retry={months.reload} /> : null}
            {kept ? <MonthsChart rows={kept} label={t.chart} /> : <Skeleton height="chart" />}
          </div>
        </div>
        <MonthsTable label={t.table} list={wholeList({ ...months, data: kept }, (rows) => rows)} csv="simulation" />
      </Section>
    </>
  );
}

/** What was last computed stays until the next answer is there, so that nothing jumps. */
function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

function configOf({
  amountToFundCents,
  returnOnInvestment,
  investmentHorizonInMonths,
  spv,
  totalFundEscrow,
}: Project): ScheduleConfig {
  const funded = amountToFundCents ?? DEFAULTS.fundedCents;
  return {
    totalFundedAmount: funded,
    initialCapitalLoaned: { date: businessToday(), amount: funded },
    durationInMonths: investmentHorizonInMonths ?? DEFAULTS.months,
    annualInterestPercentage: returnOnInvestment ?? DEFAULTS.ratePercent,
    managementFeesPercentage: DEFAULTS.feesPercent,
    spvCountry: spv?.country ?? DEFAULTS.country,
    interestSequestre: totalFundEscrow,
    events: [],
  };
}

function Settings({ config, change }: { config: ScheduleConfig; change: (part: Partial<ScheduleConfig>) => void }) {
  const t = scheduleWords.value;
  const { initialCapitalLoaned: lent, totalFundedAmount } = config;
  const most = Math.max(THOUSAND, totalFundedAmount);
  return (
    <div class="card">
      <Slider
        label={t.lent}
        value={lent.amount}
        onInput={(amount) => change({ initialCapitalLoaned: { ...lent, amount } })}
        least={Math.min(THOUSAND, most)}
        most={most}
        step={THOUSAND}
        write={(cents) => euros(cents, { digits: 0 })}
      />
      <Slider
        label={t.duration}
        value={config.durationInMonths}
        onInput={(durationInMonths) => change({ durationInMonths })}
        least={1}
        most={60}
        write={t.months}
      />
      <Slider
        label={t.rate}
        value={config.annualInterestPercentage}
        onInput={(annualInterestPercentage) => change({ annualInterestPercentage })}
        least={0}
        most={20}
        step={0.25}
        write={(value) => percent(value * 100)}
      />
      <Slider
        label={t.fees}
        value={config.managementFeesPercentage}
        onInput={(managementFeesPercentage) => change({ managementFeesPercentage })}
        least={0}
        most={5}
        step={0.1}
        write={(value) => percent(value * 100)}
      />
      <Slider
        label={t.escrow}
        value={config.interestSequestre}
        onInput={(interestSequestre) => change({ interestSequestre })}
        least={0}
        most={Math.max(config.interestSequestre, Math.round(totalFundedAmount / 5))}
        step={100}
        write={(cents) => euros(cents, { digits: 0 })}
      />
      <Field
        label={t.firstDay}
        type="date"
        value={lent.date}
        onInput={(date) => date && change({ initialCapitalLoaned: { ...lent, date } })}
      />
    </div>
  );
}

function CreateButton({ project, config, reload }: Props & { config: ScheduleConfig }) {
  const t = scheduleWords.value;
  const [isOpen, setOpen] = useState(false);
  const body = { propertyId: project.id, echeancierConfig: config, totalConstructionBudget: project.totalConstructionBudget };
  const creation = useDone((once) => mortar.createSchedule({ body, ...once }), reload);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t.create}
      </Button>
      {isOpen && (
        <Dialog
          title={t.createTitle}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.cancel}</Button>
              <Button look="primary" isRunning={creation.isRunning} onClick={() => void creation.run()}>
                {t.create}
              </Button>
            </>
          }
        >
          <p>
            {t.createText(
              euros(config.initialCapitalLoaned.amount),
              t.months(config.durationInMonths),
              percent(config.annualInterestPercentage * 100),
            )}
          </p>
          <Refusal error={creation.error} />
        </Dialog>
      )}
    </>
  );
}
