// The management fees of a project: which are paid, and the two ways to settle one that is not.

import { useState } from 'preact/hooks';
import type { EcheanceView } from '../../../../clients/typescript/src/index.ts';
import { businessToday } from '../../../core/clock.ts';
import { euros, month, ofMonth } from '../../../core/format.ts';
import { wholeList } from '../../../core/query.ts';
import { Badge } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { Day, Instant, Money } from '../../../design/values.tsx';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { OpenPaymentNotice } from '../../design/open-payment.tsx';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import type { Project } from '../project.ts';
import { feeWords } from './fee-words.ts';

type Props = { project: Project; echeances: readonly EcheanceView[]; reload: () => void };

export function Fees({ project, echeances, reload }: Props) {
  const t = feeWords.value;
  const rows = echeances.filter(({ managementFees }) => managementFees.amountExcludingTax > 0);
  const isDue = ({ startDate }: EcheanceView) => startDate <= businessToday();
  const open = rows.filter((row) => isDue(row) && row.managementFees.status === 'notExecuted');
  if (rows.length === 0) return null;
  return (
    <Section title={t.fees} note={t.feesNote}>
      {open.length > 0 && (
        <ul class="refused" aria-label={t.open}>
          {open.map((row) => (
            <OpenFee key={row.id} project={project} row={row} onDone={reload} />
          ))}
        </ul>
      )}
      <Table
        label={t.fees}
        columns={columns(isDue)}
        list={wholeList({ data: rows, error: undefined, isLoading: false, reload }, (all) => all)}
        keyOf={({ id }) => id}
        empty={{ title: t.fees }}
        csv={`frais-${project.id.slice(0, 8)}`}
      />
    </Section>
  );
}

function columns(isDue: (row: EcheanceView) => boolean): readonly Column<EcheanceView>[] {
  const t = feeWords.value;
  const stateOf = (row: EcheanceView) => {
    const { status, openPayment } = row.managementFees;
    if (status === 'executed') return 'executed';
    return openPayment ? 'waiting' : isDue(row) ? 'open' : 'to-come';
  };
  return [
    { id: 'period', title: t.period, cell: ({ period }) => month(period), text: ({ period }) => period },
    { id: 'due', title: t.due, cell: ({ dueDate }) => <Day date={dueDate} />, text: ({ dueDate }) => dueDate },
    {
      ...{ id: 'amount', title: t.amount, align: 'end' },
      cell: ({ managementFees }) => <Money cents={managementFees.amountIncludingTax} />,
      cents: ({ managementFees }) => managementFees.amountIncludingTax,
    },
    {
      ...{ id: 'state', title: t.state },
      cell: (row) => <Badge tone={TONES[stateOf(row)]}>{t.states[stateOf(row)]}</Badge>,
      text: (row) => t.states[stateOf(row)],
    },
    {
      ...{ id: 'done', title: t.done },
      cell: ({ managementFees: { executedAt, comment } }) => (
        <>
          {executedAt && <Instant at={executedAt} />}
          {comment && <span class="soft small"> {comment}</span>}
        </>
      ),
      text: ({ managementFees }) => managementFees.executedAt,
    },
  ];
}

const TONES = { executed: 'good', waiting: 'info', open: 'warn', 'to-come': 'neutral' } as const;

function OpenFee({ project, row, onDone }: { project: Project; row: EcheanceView; onDone: () => void }) {
  const t = feeWords.value;
  const { amountIncludingTax: cents, openPayment } = row.managementFees;
  const label = t.transfer(euros(cents), ofMonth(row.period));
  return (
    <li class="card">
      <div class="refused-head">
        <p class="strong">{month(row.period)}</p>
        <p class="refused-why soft small">
          {t.due} <Day date={row.dueDate} />
        </p>
        <p class="large">
          <Money cents={cents} />
        </p>
      </div>
      {openPayment ? (
        <OpenPaymentNotice payment={openPayment}>{t.transferWaits(euros(cents))}</OpenPaymentNotice>
      ) : (
        <div class="refused-ways">
          <MoneyAction
            name={`transfer-fee ${row.id}`}
            label={label}
            title={t.transferTitle}
            amountCents={cents}
            receiver={t.platform}
            consequence={t.transferConsequence(project.spv?.name ?? t.spv, project.name)}
            confirm={label}
            run={async (once) => {
              await mortar.transferOne({ body: { echeanceId: row.id }, ...once });
              return feeNow(project.id, row.id);
            }}
            made={(fee) =>
              fee?.status === 'executed'
                ? { sentence: t.transferMade(euros(cents)) }
                : {
                    sentence: t.transferWaits(euros(cents)),
                    isPending: true,
                    href: fee?.openPayment && to.payment(fee.openPayment.id),
                  }
            }
            onClosed={onDone}
          />
          <PaidOtherwise project={project} row={row} onDone={onDone} />
        </div>
      )}
    </li>
  );
}

/**
 * The API answers alike whether a transfer is done or waits at the provider: the schedule shows which. Where that cannot be read the
 * transfer is no less ordered.
 */
async function feeNow(propertyId: string, echeanceId: string) {
  const schedule = await mortar.readPaymentSchedule({ path: { propertyId } }).catch(() => undefined);
  return schedule?.echeances.find(({ id }) => id === echeanceId)?.managementFees;
}

function PaidOtherwise({ project, row, onDone }: { project: Project; row: EcheanceView; onDone: () => void }) {
  const t = feeWords.value;
  const [comment, setComment] = useState('');
  const [typed, setTyped] = useState('');
  const cents = row.managementFees.amountIncludingTax;
  const transfer = typed.trim();
  const isNumber = transfer === '' || /^[1-9]\d{0,15}$/.test(transfer);
  const label = t.mark(euros(cents), ofMonth(row.period));
  const body = {
    ...{ propertyId: project.id, paymentId: row.id, comment: comment.trim() },
    ...(transfer === '' ? {} : { providerPaymentId: Number(transfer) }),
  };
  return (
    <details class="elsewhere">
      <summary>{t.otherwise(ofMonth(row.period))}</summary>
      <Field label={t.comment} hint={t.commentHint} value={comment} onInput={setComment} maxLength={1_000} />
      <Field
        label={t.providerPayment}
        hint={t.providerPaymentHint}
        value={typed}
        onInput={setTyped}
        inputMode="numeric"
        fault={isNumber ? undefined : t.providerPaymentFault}
      />
      <MoneyAction
        name={`mark-fee ${row.id} ${JSON.stringify(body)}`}
        look="plain"
        label={label}
        title={t.markTitle}
        amountCents={cents}
        receiver={t.platform}
        consequence={transfer === '' ? t.outsideConsequence(project.name) : t.byHandConsequence(transfer)}
        confirm={label}
        isDisabled={comment.trim() === '' || !isNumber}
        run={async (once) => {
          await mortar.markAsExecuted({ body, ...once });
          return true;
        }}
        made={() => ({ sentence: t.markMade })}
        onClosed={onDone}
      />
    </details>
  );
}
