// What else may be done with a waiting payment: split it, archive it, give it to another project.

import { useState } from 'preact/hooks';
import type { PaymentWithParts } from '../../../clients/typescript/src/index.ts';
import { centsOf, euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Field } from '../../design/form.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { Section } from '../design/page.tsx';
import { actionWords } from './action-words.ts';
import { ReturnToSender } from './archived.tsx';
import { archivedWords } from './archived-words.ts';
import { assignWords } from './assign-words.ts';
import { type EligibleProject, ProjectField } from './project-field.tsx';
import { wireWords } from './words.ts';

type Props = { payment: PaymentWithParts; onChanged: () => void };

export function OtherActions(props: Props) {
  return (
    <Section title={wordsOfPage().otherActions}>
      <div class="actions">
        <Split {...props} />
        <SwitchProject {...props} />
        <Archive {...props} />
        <ReturnToSender {...props} />
      </div>
    </Section>
  );
}

function Split({ payment, onChanged }: Props) {
  const t = wordsOfPage();
  const [typed, setTyped] = useState('');
  const cents = centsOf(typed);
  const isGood = cents !== undefined && cents > 0 && cents < payment.amount;
  const [one, other] = isGood ? [euros(cents), euros(payment.amount - cents)] : ['', ''];
  return (
    <div class="card action">
      <h3>{t.splitTitle}</h3>
      <p class="soft small">{t.splitText}</p>
      <Field
        label={t.splitAmount}
        value={typed}
        onInput={setTyped}
        inputMode="decimal"
        unit="€"
        fault={typed !== '' && !isGood ? t.splitFault(euros(payment.amount)) : undefined}
      />
      <MoneyAction
        name={`split ${payment.id}`}
        look="plain"
        label={isGood ? t.splitInto(one, other) : t.split}
        title={t.splitTitle}
        amountCents={payment.amount}
        receiver={payment.project?.name ?? payment.spv.name}
        consequence={`${t.splitConsequence(one, other)}${payment.project ? '' : ` ${t.splitNoProject(payment.spv.name)}`}`}
        confirm={t.splitInto(one, other)}
        isDisabled={!isGood}
        run={(once) => mortar.splitWire({ body: { wireToBeAssignedId: payment.id, newAmount: cents ?? 0 }, ...once })}
        made={(parts) => {
          const second = parts.find(({ id }) => id !== payment.id);
          return { sentence: t.splitMade(one, other), href: second && to.wire(second.id) };
        }}
        onClosed={onChanged}
      />
    </div>
  );
}

function Archive({ payment, onChanged }: Props) {
  const t = wordsOfPage();
  const [comment, setComment] = useState('');
  const [becomes, setBecomes] = useState<'surplus' | 'cover'>('surplus');
  const projectId = payment.source === 'wire' ? payment.project?.id : undefined;
  const purses = useQuery(['purses of a wire', projectId ?? ''], async (signal) =>
    projectId === undefined ? undefined : mortar.readPurses({ path: { propertyId: projectId }, signal }),
  );
  const outsideCents = purses.data?.offProviderCents ?? 0;
  const isCover = becomes === 'cover' && outsideCents >= payment.amount && projectId !== undefined;
  return (
    <div class="card action">
      <h3>{t.archiveTitle}</h3>
      <p class="soft small">{payment.project ? t.archiveText : t.archiveTextNoProject}</p>
      {outsideCents >= payment.amount && (
        <Field
          label={t.cover}
          value={becomes}
          onInput={(value) => setBecomes(value === 'cover' ? 'cover' : 'surplus')}
          choices={[
            { value: 'surplus', label: t.coverSurplus },
            { value: 'cover', label: t.coverOutside(euros(outsideCents)) },
          ]}
        />
      )}
      <Field label={t.archiveComment} value={comment} onInput={setComment} maxLength={1_000} />
      <MoneyAction
        name={`archive ${payment.id} ${becomes} ${comment}`}
        look="danger"
        label={t.archive(euros(payment.amount))}
        title={t.archiveTitle}
        amountCents={payment.amount}
        receiver={payment.project?.name ?? payment.spv.name}
        consequence={t.archiveConsequence}
        confirm={t.archive(euros(payment.amount))}
        isDisabled={comment.trim() === ''}
        run={(once) =>
          mortar.archiveWire({
            body: {
              wireToBeAssignedId: payment.id,
              comment: comment.trim(),
              ...(isCover ? { coverOfProjectId: projectId } : {}),
            },
            ...once,
          })
        }
        made={() => ({ sentence: t.archiveMade })}
        onClosed={onChanged}
      />
    </div>
  );
}

function SwitchProject({ payment, onChanged }: Props) {
  const t = wordsOfPage();
  const [chosen, setChosen] = useState<EligibleProject>();
  if (payment.source !== 'wire' || payment.lineage !== 'parent') {
    return (
      <div class="card action">
        <h3>{t.switchTitle}</h3>
        <p class="soft small">{t.switchOnlyWires}</p>
      </div>
    );
  }
  const { id = '', name } = chosen ?? {};
  const amount = euros(payment.amount);
  return (
    <div class="card action">
      <h3>{t.switchTitle}</h3>
      <p class="soft small">{t.switchText}</p>
      <ProjectField label={t.switchProject} chosen={chosen} onChange={setChosen} except={payment.projectId ?? undefined} />
      <MoneyAction
        name={`switch ${payment.id} ${id}`}
        look="plain"
        label={name === undefined ? t.switch : t.switchTo(amount, name)}
        title={t.switchTitle}
        amountCents={payment.amount}
        receiver={name}
        consequence={t.switchConsequence(name ?? '')}
        confirm={t.switchTo(amount, name ?? '')}
        isDisabled={name === undefined}
        run={(once) => mortar.switchProject({ body: { wireToBeAssignedId: payment.id, newProjectId: id }, ...once })}
        made={({ switchingToProject }) =>
          switchingToProject === undefined
            ? { sentence: t.switchMade(name ?? '') }
            : { sentence: t.switchPending(name ?? ''), isPending: true }
        }
        onClosed={onChanged}
      />
    </div>
  );
}

function wordsOfPage() {
  return { ...wireWords.value, ...actionWords.value, ...assignWords.value, ...archivedWords.value };
}
