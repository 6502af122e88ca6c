// A schedule before and after a change: its sums side by side, and what differs.

import type { ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { day, euros } from '../../../core/format.ts';
import type { Query } from '../../../core/query.ts';
import { Refusal, Skeleton } from '../../../design/feedback.tsx';
import { scheduleWords } from './words.ts';

export function Comparison({ before, after }: { before: ScheduleView; after: Query<ScheduleView | undefined> }) {
  const t = scheduleWords.value;
  if (after.error) return <Refusal error={after.error} />;
  if (after.data === undefined) return <Skeleton rows={5} height="line" />;
  const [was, willBe] = [sumsOf(before), sumsOf(after.data)];
  return (
    <table class="compare" aria-label={t.comparison}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {was.map(([name, value], index) => {
          const next = willBe[index]?.[1];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{next === value ? next : <strong>{next}</strong>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function sumsOf({ echeances, currentDurationInMonths, maturityDate, interestSequestreRemaining }: ScheduleView) {
  const t = scheduleWords.value;
  const sum = (of: (row: ScheduleView['echeances'][number]) => number) => euros(echeances.reduce((all, row) => all + of(row), 0));
  return [
    [t.duration, t.months(currentDurationInMonths)],
    [t.maturity, day(maturityDate)],
    [t.interestSum, sum((row) => row.interest)],
    [t.feesSum, sum((row) => row.managementFees.amountIncludingTax)],
    [t.capitalSum, sum((row) => row.capitalRepaymentRemaining)],
    [t.escrowLeft, euros(interestSequestreRemaining)],
  ] as const;
}
