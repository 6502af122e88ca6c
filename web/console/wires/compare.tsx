// An echeance before an assignment and after it, side by side.

import type { EcheanceView, ScheduleView } from '../../../clients/typescript/src/index.ts';
import { Money } from '../../design/values.tsx';
import { assignWords } from './assign-words.ts';

type CompareProps = { old: EcheanceView; next: EcheanceView; before: ScheduleView; after: ScheduleView; isCapital: boolean };

export function Compare({ old, next, before, after, isCapital }: CompareProps) {
  const t = assignWords.value;
  const names = t.simulated;
  const money = (one: number, other: number) => [<Money key="before" cents={one} />, <Money key="after" cents={other} />];
  const lacking = ({ echeances }: ScheduleView) =>
    echeances.reduce((sum, one) => sum + one.remainingToBePaid + one.capitalRepaymentRemaining, 0);
  const rows = isCapital
    ? [
        [names.capital, ...money(old.capitalRepaymentRemaining, next.capitalRepaymentRemaining)],
        [names.capitalStatus, t.statuses[old.capitalRepaymentStatus], t.statuses[next.capitalRepaymentStatus]],
      ]
    : [
        [names.remaining, ...money(old.remainingToBePaid, next.remainingToBePaid)],
        [names.overpaid, ...money(old.overpaid, next.overpaid)],
        [names.status, t.statuses[old.status], t.statuses[next.status]],
      ];
  return (
    <table class="compare" aria-label={t.simulation}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {[...rows, [names.all, ...money(lacking(before), lacking(after))]].map(([title, one, other]) => (
          <tr key={String(title)}>
            <th scope="row">{title}</th>
            <td>{one}</td>
            <td class="strong">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
