// A transfer to the owner that was recorded as made elsewhere, and was not: the newest one can be taken back.

import { useState } from 'preact/hooks';
import type { OwnerTransferView } from '../../../../clients/typescript/src/index.ts';
import { euros } from '../../../core/format.ts';
import { Field } from '../../../design/form.tsx';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import type { Project } from '../project.ts';
import { overviewWords } from './words.ts';

type Props = { project: Project; transfer: OwnerTransferView; isReading: boolean; reload: () => void };

export function TakeBackTransfer({ project, transfer, isReading, reload }: Props) {
  const t = overviewWords.value;
  const [comment, setComment] = useState('');
  const label = t.takeBackRecord(euros(transfer.amountCents));
  return (
    <details class="elsewhere">
      <summary>{t.takeBackOpen}</summary>
      <p class="soft small">{t.takeBackText}</p>
      <Field label={t.takeBackComment} value={comment} onInput={setComment} maxLength={1_000} />
      <MoneyAction
        name={`take-back-transfer ${transfer.id} ${comment}`}
        look="danger"
        label={label}
        title={t.takeBackOpen}
        amountCents={transfer.amountCents}
        receiver={project.name}
        consequence={t.takeBackConsequence}
        confirm={label}
        isDisabled={comment.trim() === '' || isReading}
        run={(once) =>
          mortar.takeBackOwnerTransfer({
            path: { propertyId: project.id, transferId: transfer.id },
            body: { comment: comment.trim() },
            ...once,
          })
        }
        made={() => ({ sentence: t.takeBackDone(euros(transfer.amountCents)) })}
        onClosed={reload}
      />
    </details>
  );
}
