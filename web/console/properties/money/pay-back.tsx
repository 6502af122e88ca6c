// The last two steps of a settlement: the owner's rest, and the mark that ends the project.

import { useState } from 'preact/hooks';
import { useAction } from '../../../core/action.ts';
import { euros } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Refusal } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { useBankAccounts } from '../bank-accounts.ts';
import type { Project } from '../project.ts';
import { moneyWords } from './words.ts';

type Props = { project: Project; isBlocked: boolean; reload: () => void };

const BY_HAND = 'by-hand';

/** Opens the choice of the way; the button that pays stands in there. */
export function PayBackButton({ project, amountCents, isBlocked, reload }: Props & { amountCents: number }) {
  const t = moneyWords.value;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    reload();
  };
  return (
    <>
      <Button disabled={isBlocked} onClick={() => setOpen(true)}>
        {t.payBack}
      </Button>
      {isOpen && <PayBackDialog project={project} amountCents={amountCents} close={close} />}
    </>
  );
}

function PayBackDialog({ project, amountCents, close }: { project: Project; amountCents: number; close: () => void }) {
  const t = moneyWords.value;
  const accounts = useBankAccounts(project);
  const [chosen, setWay] = useState<string>();
  const [comment, setComment] = useState('');
  const way = chosen ?? (accounts.usable[0] ? String(accounts.usable[0].id) : BY_HAND);
  const isByHand = way === BY_HAND;
  const choices = [
    ...accounts.usable.map(({ id, iban, holder }) => ({
      value: String(id),
      label: t.payBackAccount(iban.slice(-4), holder),
    })),
    { value: BY_HAND, label: t.payBackByHand },
  ];
  const label = t.payBackLabel(euros(amountCents));
  return (
    <Dialog title={t.payBackTitle} onClose={close}>
      <Field label={t.payBackWay} value={way} onInput={setWay} choices={choices} />
      {isByHand && (
        <Field
          label={t.comment}
          value={comment}
          onInput={setComment}
          lines={3}
          maxLength={1_000}
          hint={t.commentHint}
          isRequired
        />
      )}
      <div class="card-foot">
        <MoneyAction
          label={label}
          name={`settle-with-owner ${project.id} ${way} ${comment}`}
          title={t.payBackTitle}
          amountCents={amountCents}
          receiver={`${t.owner} (${choices.find(({ value }) => value === way)?.label})`}
          consequence={t.payBackConsequence}
          confirm={label}
          isDisabled={isByHand && comment.trim() === ''}
          run={(once) =>
            mortar.settleWithOwner({
              path: { propertyId: project.id },
              body: isByHand
                ? { action: 'handed-over', comment: comment.trim() }
                : { action: 'withdraw', providerWithdrawBankAccountId: Number(way) },
              ...once,
            })
          }
          made={({ ownerSettlements: [made] }) =>
            made?.status === 'waiting'
              ? {
                  sentence: t.payBackWaits(euros(amountCents)),
                  isPending: true,
                  href: made.openPayment ? to.payment(made.openPayment.id) : undefined,
                }
              : { sentence: t.payBackDone(euros(amountCents)) }
          }
          onClosed={close}
        />
      </div>
    </Dialog>
  );
}

/** Marks the settlement done, after a question. */
export function DoneButton({ project, isBlocked, reload }: Props) {
  const t = moneyWords.value;
  const [isOpen, setOpen] = useState(false);
  const marking = useAction((once) => mortar.markSoldeDeToutCompte({ path: { propertyId: project.id }, ...once }));
  const mark = async () => {
    if (!(await marking.run())) return;
    setOpen(false);
    reload();
  };
  return (
    <>
      <Button disabled={isBlocked} onClick={() => setOpen(true)}>
        {t.done}
      </Button>
      {isOpen && (
        <Dialog
          title={t.doneTitle}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.cancel}</Button>
              <Button look="danger" isRunning={marking.isRunning} onClick={() => void mark()}>
                {t.done}
              </Button>
            </>
          }
        >
          <p>{t.doneText}</p>
          <Refusal error={marking.error} />
        </Dialog>
      )}
    </>
  );
}
