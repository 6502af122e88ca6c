// The simulator of terms that are not stored yet: figures, the months as the API computes them, and the creation or replacement.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ScheduleConfig, ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { businessToday } from '../../../core/clock.ts';
import { euros, percent } from '../../../core/format.ts';
import { useQuery, wholeList } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal, Skeleton } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import type { Project } from '../project.ts';
import { useDone } from './change.ts';
import { MonthsChart } from './months-chart.tsx';
import { MonthsTable } from './months-table.tsx';
import { Setting } from './setting.tsx';
import { useSettled } from './settled.ts';
import { scheduleWords } from './words.ts';

type Props = { project: Project; reload: () => void };

const THOUSAND = 100_000;
const DEFAULTS = { fundedCents: 10_000_000, ratePercent: 9.5, feesPercent: 1, months: 12, country: 'France' };

/** Without a schedule. */
export function Simulator({ project, reload }: Props) {
  const t = scheduleWords.value;
  return (
    <>
      <Notice>
        <p class="strong">{t.none}</p>
        <p>{project.funding.ended ? t.noneText : t.notFunded}</p>
      </Notice>
      <Terms project={project} from={configOf(project)}>
        {(config) => (project.funding.ended ? <CreateButton project={project} config={config} reload={reload} /> : undefined)}
      </Terms>
    </>
  );
}

/** Other terms for a stored schedule, beginning with what it has and what was collected. */
export function Replacement({ project, schedule, reload }: Props & { schedule: ScheduleView }) {
  const { config } = schedule;
  const totalFundedAmount = project.funding.collectedCents ?? config.totalFundedAmount;
  const from: ScheduleConfig = {
    totalFundedAmount,
    initialCapitalLoaned: config.initialCapitalLoaned,
    durationInMonths: config.durationInMonths,
    annualInterestPercentage: config.annualInterestPercentage,
    managementFeesPercentage: config.managementFeesPercentage,
    spvCountry: config.spvCountry,
    interestSequestre: config.interestSequestre,
    events: config.events.map(({ type, date, amount, interestSequestreAmount }) => ({
      type,
      date,
      amount,
      interestSequestreAmount,
    })),
  };
  return (
    <Terms project={project} from={from}>
      {(other) => <ReplaceButton project={project} config={other} reload={reload} />}
    </Terms>
  );
}

/** The settings with the months as the API computes them; `children` is what can be done with them. */
function Terms({
  project,
  from,
  children,
}: {
  project: Project;
  from: ScheduleConfig;
  children: (config: ScheduleConfig) => ComponentChildren;
}) {
  const t = scheduleWords.value;
  const [config, setConfig] = useState(from);
  const settled = useSettled(config);
  const months = useQuery(['simulation', project.id, settled], (signal) => mortar.simulateSchedule({ body: settled, signal }));
  const kept = useKept(months.data);
  return (
    <Section title={t.simulator} note={t.simulatorNote} action={children(config)}>
      <div class="simulator">
        <Settings config={config} change={(part) => setConfig({ ...config, ...part })} isCollected={project.funding.ended} />
        <div class="card">
          {months.error ? <Refusal error={months.error} retry={months.reload} /> : null}
          {kept ? <MonthsChart rows={kept} label={t.chart} /> : <Skeleton height="chart" />}
        </div>
      </div>
      <MonthsTable label={t.simulated} list={wholeList({ ...months, data: kept }, (rows) => rows)} csv="simulation" />
    </Section>
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
  funding,
  returnOnInvestment,
  investmentHorizonInMonths,
  spv,
  totalConstructionBudget,
  totalFundEscrow,
}: Project): ScheduleConfig {
  const funded = funding.collectedCents ?? amountToFundCents ?? DEFAULTS.fundedCents;
  // The budget of the works is lent later, by events.
  const lent = totalConstructionBudget < funded ? funded - totalConstructionBudget : funded;
  return {
    totalFundedAmount: funded,
    initialCapitalLoaned: { date: businessToday(), amount: lent },
    durationInMonths: investmentHorizonInMonths ?? DEFAULTS.months,
    annualInterestPercentage: returnOnInvestment ?? DEFAULTS.ratePercent,
    managementFeesPercentage: DEFAULTS.feesPercent,
    spvCountry: spv?.country ?? DEFAULTS.country,
    interestSequestre: Math.min(totalFundEscrow, funded),
    events: [],
  };
}

function Settings({
  config,
  change,
  isCollected,
}: {
  config: ScheduleConfig;
  change: (part: Partial<ScheduleConfig>) => void;
  isCollected: boolean;
}) {
  const t = scheduleWords.value;
  const { initialCapitalLoaned: lent, totalFundedAmount } = config;
  return (
    <div class="card">
      <p class="soft">{isCollected ? t.outOfCollected(euros(totalFundedAmount)) : t.outOfTarget(euros(totalFundedAmount))}</p>
      <Setting
        label={t.lent}
        kind="euros"
        value={lent.amount}
        onInput={(amount) => change({ initialCapitalLoaned: { ...lent, amount } })}
        least={Math.min(THOUSAND, totalFundedAmount)}
        most={totalFundedAmount}
        step={THOUSAND}
      />
      <Setting
        label={t.duration}
        kind="months"
        value={config.durationInMonths}
        onInput={(durationInMonths) => change({ durationInMonths })}
        least={1}
        most={60}
      />
      <Setting
        label={t.rate}
        kind="percent"
        value={config.annualInterestPercentage}
        onInput={(annualInterestPercentage) => change({ annualInterestPercentage })}
        least={0}
        most={20}
        step={0.25}
      />
      <Setting
        label={t.fees}
        kind="percent"
        value={config.managementFeesPercentage}
        onInput={(managementFeesPercentage) => change({ managementFeesPercentage })}
        least={0}
        most={5}
        step={0.1}
      />
      <Setting
        label={t.escrow}
        kind="euros"
        value={config.interestSequestre}
        onInput={(interestSequestre) => change({ interestSequestre })}
        least={0}
        most={Math.max(config.interestSequestre, Math.round(totalFundedAmount / 5))}
        step={100}
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

type ActionProps = Props & { config: ScheduleConfig };

function CreateButton({ project, config, reload }: ActionProps) {
  const t = scheduleWords.value;
  const body = { propertyId: project.id, echeancierConfig: config, totalConstructionBudget: project.totalConstructionBudget };
  const creation = useDone((once) => mortar.createSchedule({ body, ...once }), reload);
  return <Confirmed label={t.create} title={t.createTitle} config={config} action={creation} />;
}

function ReplaceButton({ project, config, reload }: ActionProps) {
  const t = scheduleWords.value;
  const path = { propertyId: project.id };
  const body = { echeancierConfig: config, totalConstructionBudget: project.totalConstructionBudget };
  const replacement = useDone(() => mortar.replaceSchedule({ path, body }), reload);
  return <Confirmed label={t.replace} title={t.replaceTitle} config={config} action={replacement} text={t.replaceText} />;
}

/** A button whose dialog repeats the terms. */
function Confirmed({
  label,
  title,
  text,
  config,
  action,
}: {
  label: string;
  title: string;
  text?: string;
  config: ScheduleConfig;
  action: ReturnType<typeof useDone>;
}) {
  const t = scheduleWords.value;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog
          title={title}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.cancel}</Button>
              <Button look="primary" isRunning={action.isRunning} onClick={() => void action.run()}>
                {label}
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
          {text && <p>{text}</p>}
          <Refusal error={action.error} />
        </Dialog>
      )}
    </>
  );
}
