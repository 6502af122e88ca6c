// The direct debit of one month: as it stands, and the button that orders or cancels it.

import { useState } from 'preact/hooks';
import type { EcheanceView } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { day, euros, month, ofMonth } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Refusal } from '../../../design/feedback.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { scheduleWords } from './words.ts';

type Props = { row: EcheanceView; propertyId: string; reload: () => void };

export function DebitCell({ row, propertyId, reload }: Props) {
  const t = scheduleWords.value;
  const { scheduledPayment, status, remainingToBePaid } = row;
  const isScheduled = scheduledPayment?.status === 'scheduled';
  const label = t.programLabel(euros(remainingToBePaid), month(row.period));
  return (
    <span class="card-foot">
      {scheduledPayment && (
        <span>
          {t.debits[scheduledPayment.status]} · {day(scheduledPayment.date)}
        </span>
      )}
      {isScheduled && <Unprogram row={row} propertyId={propertyId} reload={reload} />}
      {!isScheduled && status === 'unpaid' && remainingToBePaid > 0 && (
        <MoneyAction
          look="plain"
          label={label}
          title={t.programTitle}
          name={`program-debit ${row.id}`}
          amountCents={remainingToBePaid}
          receiver={t.spv}
          consequence={t.programConsequence}
          confirm={label}
          run={async (once) => {
            await mortar.programDebit({ path: { propertyId }, body: { echeanceId: row.id }, ...once });
            return true;
          }}
          made={() => ({ sentence: t.programMade(day(row.dueDate)), isPending: true })}
          onClosed={reload}
        />
      )}
    </span>
  );
}

function Unprogram({ row, propertyId, reload }: Props) {
  const t = scheduleWords.value;
  const [isOpen, setOpen] = useState(false);
  const cancelling = useAction(async (once) => {
    await mortar.unprogramDebit({ path: { propertyId }, body: { echeanceId: row.id }, ...once });
    return true;
  });
  const cancel = async () => {
    if (!(await cancelling.run())) return;
    setOpen(false);
    reload();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.unprogram}</Button>
      {isOpen && (
        <Dialog
          title={t.unprogramTitle}
          isClosedByFoot
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.close}</Button>
              <Button look="danger" needs="money.write" isRunning={cancelling.isRunning} onClick={() => void cancel()}>
                {t.unprogram}
              </Button>
            </>
          }
        >
          <p>{t.unprogramText(ofMonth(row.period))}</p>
          <Refusal error={cancelling.error} />
        </Dialog>
      )}
    </>
  );
}
