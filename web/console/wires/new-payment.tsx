// A payment made by hand: ordered from an account of the platform, made already at the provider, or received outside it.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { businessNow } from '../../core/clock.ts';
import { centsOf, euros } from '../../core/format.ts';
import { Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { Page } from '../design/page.tsx';
import { actionWords } from './action-words.ts';
import { assignWords } from './assign-words.ts';
import { DebitAccountField } from './debit-account.tsx';
import { type EligibleProject, ProjectField, useEligible } from './project-field.tsx';
import { wireWords } from './words.ts';

const KINDS = ['auto', 'manual', 'other'] as const;
type Kind = (typeof KINDS)[number];

export function NewPayment() {
  const t = wordsOfPage();
  const { query } = useLocation();
  const { data: project, error, reload } = useEligible(query.project);
  // After each payment another form: what was made once is not armed a second time.
  const [made, setMade] = useState(0);
  return (
    <Page title={t.newTitle} state={t.newState} above={{ href: to.wires, name: t.title }}>
      {project === undefined ? (
        error ? (
          <Refusal error={error} retry={reload} />
        ) : (
          <Skeleton rows={4} height="row" />
        )
      ) : project === null ? (
        <Empty title={t.eligibleNone}>{t.eligibleNoneText}</Empty>
      ) : (
        <PaymentForm key={made} first={project} onMade={() => setMade(made + 1)} />
      )}
    </Page>
  );
}

function PaymentForm({ first, onMade }: { first: EligibleProject; onMade: () => void }) {
  const t = wordsOfPage();
  const [project, setProject] = useState<EligibleProject | undefined>(first);
  const projectId = project?.id ?? '';
  const [kind, setKind] = useState<Kind>('auto');
  const [typed, setTyped] = useState('');
  const [date, setDate] = useState(businessNow().toISOString().slice(0, 10));
  const [comment, setComment] = useState('');
  const [account, setAccount] = useState('');
  const [transfer, setTransfer] = useState('');
  const cents = centsOf(typed);
  const source = sourceOf(kind, { comment: comment.trim(), account: account.trim(), transfer: transfer.trim() });
  const isReady = cents !== undefined && cents > 0 && project !== undefined && date !== '' && source !== undefined;
  const label = cents === undefined || !project ? t.newButtonEmpty : t.newButton(euros(cents), project.name);
  return (
    <div class="card form money-form">
      <ProjectField label={t.chooseProject} chosen={project} onChange={setProject} />
      <Field
        label={t.newKind}
        value={kind}
        onInput={(value) => setKind(KINDS.find((known) => known === value) ?? 'other')}
        choices={KINDS.map((value) => ({ value, label: t.newKinds[value] }))}
      />
      <div class="pair">
        <Field
          label={t.amount}
          value={typed}
          onInput={setTyped}
          inputMode="decimal"
          unit="€"
          fault={typed !== '' && cents === undefined ? t.amountFault : undefined}
        />
        <Field label={t.date} type="date" value={date} onInput={setDate} />
      </div>
      {kind === 'auto' && <DebitAccountField value={account} onInput={setAccount} projectId={projectId} />}
      {kind === 'manual' && <Field label={t.providerPayment} value={transfer} onInput={setTransfer} inputMode="numeric" />}
      <Field label={t.comment} value={comment} onInput={setComment} maxLength={kind === 'other' ? 1_000 : 140} />
      <div class="form-action">
        <MoneyAction
          name={`create-payment ${JSON.stringify([projectId, date, source])}`}
          label={label}
          title={t.newTitle}
          amountCents={cents ?? 0}
          receiver={project?.name}
          consequence={t.newConsequence[kind]}
          confirm={label}
          isDisabled={!isReady}
          run={(once) => {
            if (!source) throw new Error('the form is not complete');
            return mortar.createPayment({ body: { projectId, amount: cents ?? 0, date, payment: source }, ...once });
          }}
          made={({ id, providerWireId }) =>
            kind === 'auto' && providerWireId === undefined
              ? { sentence: t.newPending, href: to.wire(id), isPending: true }
              : { sentence: t.newMade(euros(cents ?? 0)), href: to.wire(id) }
          }
          onClosed={(isUsed) => {
            if (isUsed) onMade();
          }}
        />
      </div>
    </div>
  );
}

/** What the API needs of this kind; undefined while something is missing. */
function sourceOf(kind: Kind, typed: { comment: string; account: string; transfer: string }) {
  const { comment, account, transfer } = typed;
  if (comment === '') return undefined;
  if (kind === 'other') return { kind, comment };
  if (kind === 'auto')
    return account === '' ? undefined : { kind: 'p2p' as const, execution: kind, debitAccountId: account, comment };
  return /^\d+$/.test(transfer) ? { kind: 'p2p' as const, execution: kind, paymentId: Number(transfer), comment } : undefined;
}

function wordsOfPage() {
  return { ...wireWords.value, ...actionWords.value, ...assignWords.value };
}
