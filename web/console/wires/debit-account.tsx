// The account that a payment by transfer is taken from: chosen among those that are known, else typed.

import { useState } from 'preact/hooks';
import { day } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { actionWords } from './action-words.ts';

/** No account has a space in its id. */
const OTHER = ' other';

type Props = { value: string; onInput: (accountId: string) => void; projectId: string };

export function DebitAccountField({ value, onInput, projectId }: Props) {
  const t = actionWords.value;
  const [isOther, setOther] = useState(false);
  const known = useQuery(['debit accounts', projectId], async (signal) => {
    const ofProject = await mortar.listDebitAccounts({ query: { projectId }, signal });
    return ofProject.length > 1 ? ofProject : mortar.listDebitAccounts({ signal });
  });
  const choices = (known.data ?? []).map(({ accountId, isPlatform, usedFor, usedAt }) => ({
    value: accountId,
    label: isPlatform ? t.debitPlatform(accountId) : t.debitUsed(accountId, usedFor ?? '–', usedAt === null ? '' : day(usedAt)),
  }));
  const choose = (chosen: string) => {
    setOther(chosen === OTHER);
    onInput(chosen === OTHER ? '' : chosen);
  };
  return (
    <>
      <Field
        label={t.debitAccount}
        value={isOther ? OTHER : value}
        onInput={choose}
        choices={[{ value: '', label: t.debitChoose }, ...choices, { value: OTHER, label: t.debitOther }]}
      />
      {isOther && <Field label={t.debitOtherId} hint={t.debitAccountHint} value={value} onInput={onInput} autoFocus />}
      <Refusal error={known.error} retry={known.reload} />
    </>
  );
}
