// The schedule of a project: its months as bars and as a table, and what changes it; without one, the simulator that creates it.

import { type EcheanceView, isRefusal, type ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { day, euros, percent } from '../../../core/format.ts';
import { useQuery, wholeList } from '../../../core/query.ts';
import { Refusal, Skeleton } from '../../../design/feedback.tsx';
import { mortar } from '../../core/api.ts';
import { Facts, Section } from '../../design/page.tsx';
import type { TabProps } from '../project.ts';
import { Changes } from './changes.tsx';
import { DebitCell } from './debits.tsx';
import { Decision } from './decision.tsx';
import { Fees } from './fees.tsx';
import { GiveUpSection } from './give-up.tsx';
import { MonthsChart } from './months-chart.tsx';
import { MonthsTable } from './months-table.tsx';
import { Simulator } from './simulator.tsx';
import { scheduleWords } from './words.ts';

export default function ScheduleTab({ project, reload }: TabProps) {
  const t = scheduleWords.value;
  const path = { propertyId: project.id };
  const schedule = useQuery(['schedule', project.id], async (signal) => {
    try {
      return await mortar.readPaymentSchedule({ path, signal });
    } catch (error) {
      if (isRefusal(error, 'not-found')) return null;
      throw error;
    }
  });
  const { data } = schedule;
  const again = () => {
    schedule.reload();
    reload();
  };
  if (data === undefined)
    return schedule.error ? <Refusal error={schedule.error} retry={schedule.reload} /> : <Skeleton rows={3} height="chart" />;
  if (data === null) return <Simulator project={project} reload={again} />;
  return (
    <>
      <Decision project={project} schedule={data} reload={again} />
      <ScheduleFacts schedule={data} />
      <Section title={t.chart}>
        <div class="card">
          <MonthsChart rows={data.echeances} label={t.chart} />
        </div>
      </Section>
      <Section title={t.table}>
        <MonthsTable<EcheanceView>
          label={t.table}
          list={wholeList(schedule, () => data.echeances)}
          csv={`echeances-${project.id.slice(0, 8)}`}
          {...(data.config.paymentMode === 'directDebit'
            ? { debitOf: (row) => <DebitCell row={row} propertyId={project.id} reload={again} /> }
            : {})}
        />
      </Section>
      <Fees project={project} echeances={data.echeances} reload={again} />
      <Changes project={project} schedule={data} reload={again} />
      <GiveUpSection project={project} schedule={data} reload={again} />
    </>
  );
}

function ScheduleFacts({ schedule }: { schedule: ScheduleView }) {
  const t = scheduleWords.value;
  const { config, currentDurationInMonths, maturityDate, interestSequestreRemaining } = schedule;
  return (
    <Section title={t.facts}>
      <div class="card">
        <Facts
          facts={[
            [t.funded, euros(config.totalFundedAmount)],
            [t.lent, `${euros(config.initialCapitalLoaned.amount)} · ${day(config.initialCapitalLoaned.date)}`],
            [t.rate, percent(config.annualInterestPercentage * 100)],
            [t.fees, percent(config.managementFeesPercentage * 100)],
            [t.duration, t.months(currentDurationInMonths)],
            [t.maturity, day(maturityDate)],
            [t.mode, t.modes[config.paymentMode]],
            [t.escrowLeft, euros(interestSequestreRemaining)],
          ]}
        />
      </div>
    </Section>
  );
}
