// One payment to be assigned: what it is, where it may go, what was done with it.

import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { PaymentWithParts } from '../../../clients/typescript/src/index.ts';
import { euros, month } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Day, Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { AtProvider } from '../design/at-provider.tsx';
import { Link } from '../design/link.tsx';
import { MoneyAction } from '../design/money-action.tsx';
import { OpenPaymentNotice } from '../design/open-payment.tsx';
import { Facts, Page, Section } from '../design/page.tsx';
import { NotesSection } from '../notes/notes.tsx';
import { actionWords } from './action-words.ts';
import { ArchivedActions } from './archived.tsx';
import { archivedWords } from './archived-words.ts';
import { Assign } from './assign.tsx';
import { assignWords } from './assign-words.ts';
import { FromEscrow } from './from-escrow.tsx';
import { History } from './history.tsx';
import { narrowed, useNarrowing } from './narrowing.ts';
import { NewPayment } from './new-payment.tsx';
import { NextWire } from './next-wire.tsx';
import { OtherActions } from './other-actions.tsx';
import { PaymentState } from './state.tsx';
import { SureSheet } from './sure.tsx';
import { wireWords } from './words.ts';

export default function WirePage() {
  const { id = '' } = useRoute().params;
  if (id === 'new-payment') return <NewPayment />;
  if (id === 'from-escrow') return <FromEscrow />;
  if (id === 'sure') return <SureSheet />;
  return <Wire key={id} id={id} />;
}

function Wire({ id }: { id: string }) {
  const t = wordsOfPage();
  const {
    data: payment,
    error,
    reload,
  } = useQuery(['wire', id], (signal) => mortar.readPaymentToBeAssigned({ path: { id }, signal }));
  const [isDealtWith, setDealtWith] = useState(false);
  const changed = () => {
    setDealtWith(true);
    reload();
  };
  // What stands below waits until the suggestions and the simulation are drawn, so that nothing jumps.
  const [isAssignShown, setAssignShown] = useState(false);
  const above = { href: narrowed(to.wires, useNarrowing()), name: t.title };
  if (!payment) {
    return (
      <Page title={t.titles.wire('…')} above={above}>
        {error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={3} height="figure" />}
      </Page>
    );
  }
  const isFree = payment.status === 'waiting' && !payment.switchingToProject && !payment.isArriving;
  const isArchived = payment.status === 'archivedNotAssigned' && !payment.isChargedBack && !payment.returnState;
  const isStill = !isFree || isAssignShown;
  // Split or given to another project it is other money: what was read about it, or typed for it, is of no use any more.
  const money = `${payment.amount} ${payment.projectId ?? ''}`;
  return (
    <Page
      title={t.titles[payment.source](euros(payment.amount))}
      above={above}
      state={
        <>
          <PaymentState payment={payment} /> <Day date={payment.date} />, {t.heldBy(payment.spv.name)}
        </>
      }
    >
      {payment.switchingToProject && <OnItsWay payment={payment}>{t.switchingNotice}</OnItsWay>}
      {payment.returnState === 'returning' && <OnItsWay payment={payment}>{t.returningNotice}</OnItsWay>}
      {payment.status === 'waiting' && payment.isArriving && <Arriving payment={payment} onChanged={reload} />}
      {isDealtWith && !isFree && <NextWire after={payment.id} />}
      <PaymentFacts payment={payment} />
      {isFree && <Assign key={money} payment={payment} onAssigned={changed} onShown={() => setAssignShown(true)} />}
      {isStill && (
        <>
          {isFree && <OtherActions key={money} payment={payment} onChanged={changed} />}
          {payment.status !== 'waiting' && <Settled payment={payment} onChanged={reload} />}
          {isArchived && <ArchivedActions key={money} payment={payment} onChanged={reload} />}
          {payment.parts.length > 0 && <Parts payment={payment} />}
          <NotesSection subject="wire" id={payment.id} onChanged={reload} />
          <History key={`${money} ${payment.switchingToProject ?? ''}`} payment={payment} />
        </>
      )}
    </Page>
  );
}

/** Money that is moved at the provider; without a payment when that has ended since the page was read. */
function OnItsWay({ payment: { openPayment }, children }: { payment: PaymentWithParts; children: string }) {
  if (!openPayment) return <Notice>{children}</Notice>;
  return <OpenPaymentNotice payment={openPayment}>{children}</OpenPaymentNotice>;
}

function PaymentFacts({ payment }: { payment: PaymentWithParts }) {
  const t = wordsOfPage();
  const { project, spv, comment, source, originAmount, providerWireId } = payment;
  return (
    <div class="card">
      <Facts
        facts={[
          [t.facts.comment, comment ?? <span class="soft">{t.noComment}</span>],
          [t.facts.project, project ? <Link href={to.property(project.id)}>{project.name}</Link> : t.noProject],
          [
            t.facts.spv,
            <Link key="spv" href={to.spv(spv.id)}>
              {spv.name}
            </Link>,
          ],
          [t.facts.kind, t.kinds[source]],
          ...(originAmount === undefined ? [] : [[t.facts.origin, <Money key="origin" cents={originAmount} />] as const]),
          ...(providerWireId === undefined
            ? []
            : [
                [
                  t.facts.provider,
                  <>
                    {String(providerWireId)} <AtProvider kind={source === 'wire' ? 'money-in' : 'transfer'} id={providerWireId} />
                  </>,
                ] as const,
              ]),
          [t.facts.id, <Id key="id" id={payment.id} />],
        ]}
      />
    </div>
  );
}

type Props = { payment: PaymentWithParts; onChanged: () => void };

function Arriving({ payment, onChanged }: Props) {
  const t = wordsOfPage();
  // While an order is open there is nothing to order again.
  if (payment.openPayment) return <OpenPaymentNotice payment={payment.openPayment}>{t.arrivingNotice}</OpenPaymentNotice>;
  return (
    <Notice tone="warn">
      <p>{t.notArrivedNotice}</p>
      <p>
        <MoneyAction
          name={`retry ${payment.id}`}
          look="plain"
          label={t.retry(euros(payment.amount))}
          title={t.retry(euros(payment.amount))}
          amountCents={payment.amount}
          receiver={payment.spv.name}
          consequence={t.retryConsequence}
          confirm={t.retry(euros(payment.amount))}
          run={(once) => mortar.retryP2P({ body: { paymentToBeAssignedId: payment.id }, ...once })}
          made={({ providerWireId }) =>
            providerWireId === undefined ? { sentence: t.newPending, isPending: true } : { sentence: t.retryMade }
          }
          onClosed={onChanged}
        />
      </p>
    </Notice>
  );
}

function Settled({ payment, onChanged }: Props) {
  const t = wordsOfPage();
  const { echeance, paymentFor, settledAt, settleComment } = payment;
  const named = echeance && t.echeance(echeance.number, month(echeance.period));
  const schedule = payment.project && to.property(payment.project.id, 'schedule');
  return (
    <>
      <Section title={named ? t.assignmentTitle : payment.returnState ? t.returnTitle : t.archivedTitle}>
        <div class="card">
          <Facts
            facts={[
              ...(named
                ? [
                    [
                      t.facts.echeance,
                      schedule ? (
                        <Link key="schedule" href={schedule}>
                          {named}
                        </Link>
                      ) : (
                        named
                      ),
                    ] as const,
                  ]
                : []),
              ...(paymentFor ? [[t.facts.paymentFor, t.paymentFor[paymentFor]] as const] : []),
              ...(settledAt ? [[t.facts.settledAt, <Instant key="at" at={settledAt} isRelative />] as const] : []),
              [t.facts.settleComment, settleComment ?? <span class="soft">{t.noComment}</span>],
            ]}
          />
        </div>
      </Section>
      {named && <TakeBack payment={payment} target={named} onChanged={onChanged} />}
    </>
  );
}

function TakeBack({ payment, target, onChanged }: Props & { target: string }) {
  const t = wordsOfPage();
  const [comment, setComment] = useState('');
  const amount = euros(payment.amount);
  const from = payment.project ? t.assignReceiver(payment.project.name, target) : target;
  return (
    <Section title={t.takeBackTitle} note={t.takeBackText}>
      <div class="card action narrow">
        <Field label={t.optionalComment} value={comment} onInput={setComment} maxLength={1_000} />
        <MoneyAction
          name={`take-back ${payment.id} ${comment}`}
          look="danger"
          label={t.takeBack(amount, target.toLowerCase())}
          title={t.takeBackTitle}
          amountCents={payment.amount}
          receiver={t.takeBackReceiver(payment.project?.name ?? payment.spv.name)}
          consequence={t.takeBackConsequence(from)}
          confirm={t.takeBack(amount, target.toLowerCase())}
          run={(once) =>
            mortar.unassignWire({
              body: { wireToBeAssignedId: payment.id, ...(comment.trim() ? { comment: comment.trim() } : {}) },
              ...once,
            })
          }
          made={() => ({ sentence: t.takeBackMade })}
          onClosed={onChanged}
        />
      </div>
    </Section>
  );
}

function Parts({ payment }: { payment: PaymentWithParts }) {
  const t = wordsOfPage();
  return (
    <Section title={t.parts}>
      <ul class="card parts">
        {payment.parts.map(({ id, amount, status }) => (
          <li key={id}>
            {id === payment.id ? (
              <span class="strong">
                {euros(amount)} <span class="soft">· {t.thisPart}</span>
              </span>
            ) : (
              <a href={to.wire(id)}>{euros(amount)}</a>
            )}
            <PaymentState payment={{ status, isArriving: false, isChargedBack: false }} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function wordsOfPage() {
  return { ...wireWords.value, ...assignWords.value, ...actionWords.value, ...archivedWords.value };
}
