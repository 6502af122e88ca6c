// What an archived or mistaken payment may still become: waiting again, or paid back to its sender.

import { useState } from 'preact/hooks';
import type { PaymentWithParts } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { Section } from '../design/page.tsx';
import { actionWords } from './action-words.ts';
import { archivedWords } from './archived-words.ts';
import { assignWords } from './assign-words.ts';

type Props = { payment: PaymentWithParts; onChanged: () => void };

/** Of an archived payment that was neither charged back nor returned. */
export function ArchivedActions(props: Props) {
  return (
    <Section title={actionWords.value.otherActions}>
      <div class="actions">
        <Unarchive {...props} />
        <ReturnToSender {...props} />
      </div>
    </Section>
  );
}

function Unarchive({ payment, onChanged }: Props) {
  const t = { ...archivedWords.value, ...assignWords.value };
  const [comment, setComment] = useState('');
  const label = t.unarchive(euros(payment.amount));
  return (
    <div class="card action">
      <h3>{t.unarchiveTitle}</h3>
      <p class="soft small">{t.unarchiveText}</p>
      <Field label={t.optionalComment} value={comment} onInput={setComment} maxLength={1_000} />
      <MoneyAction
        name={`unarchive ${payment.id} ${comment}`}
        look="plain"
        label={label}
        title={t.unarchiveTitle}
        amountCents={payment.amount}
        receiver={payment.project?.name ?? payment.spv.name}
        consequence={t.unarchiveConsequence}
        confirm={label}
        run={(once) =>
          mortar.unarchiveWire({
            body: { wireToBeAssignedId: payment.id, ...(comment.trim() ? { comment: comment.trim() } : {}) },
            ...once,
          })
        }
        made={() => ({ sentence: t.unarchiveMade })}
        onClosed={onChanged}
      />
    </div>
  );
}

/** Nothing for what did not come in as a wire. */
export function ReturnToSender({ payment, onChanged }: Props) {
  const t = archivedWords.value;
  const isWire = payment.source === 'wire';
  const accounts = useQuery(['bank-accounts', payment.spv.id, isWire], async (signal) =>
    isWire ? mortar.listWithdrawBankAccounts({ path: { id: payment.spv.id }, signal }) : [],
  );
  const [chosen, setChosen] = useState<string>();
  const [comment, setComment] = useState('');
  if (!isWire) return null;
  const usable = (accounts.data ?? []).filter(({ status }) => status === 'activated');
  const account = usable.find(({ id }) => String(id) === chosen) ?? usable[0];
  const name = account ? t.account(account.iban.slice(-4), account.holder) : '';
  const label = t.returnWire(euros(payment.amount));
  return (
    <div class="card action">
      <h3>{t.returnTitle}</h3>
      <p class="soft small">{t.returnText}</p>
      {account && (
        <Field
          label={t.returnAccount}
          value={String(account.id)}
          onInput={setChosen}
          choices={usable.map(({ id, iban, holder }) => ({ value: String(id), label: t.account(iban.slice(-4), holder) }))}
        />
      )}
      {accounts.data && !account && <Notice tone="warn">{t.returnNoAccount}</Notice>}
      <Refusal error={accounts.error} retry={accounts.reload} />
      <Field label={t.returnComment} value={comment} onInput={setComment} maxLength={1_000} />
      <MoneyAction
        name={`return ${payment.id} ${account?.id ?? ''} ${comment}`}
        look="danger"
        label={label}
        title={t.returnTitle}
        amountCents={payment.amount}
        receiver={name}
        consequence={t.returnConsequence(name)}
        confirm={label}
        isDisabled={!account || comment.trim() === ''}
        run={(once) =>
          mortar.returnWire({
            body: {
              wireToBeAssignedId: payment.id,
              providerWithdrawBankAccountId: account?.id ?? 0,
              comment: comment.trim(),
            },
            ...once,
          })
        }
        made={() => ({ sentence: t.returnPending(euros(payment.amount)), isPending: true })}
        onClosed={onChanged}
      />
    </div>
  );
}
