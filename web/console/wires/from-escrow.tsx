// Interest escrow of a project becomes a payment to assign to one of its echeances.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ScheduleView } from '../../../clients/typescript/src/index.ts';
import { addressWith } from '../../core/address.ts';
import { businessNow } from '../../core/clock.ts';
import { centsOf, euros, month } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { Page } from '../design/page.tsx';
import { actionWords } from './action-words.ts';
import { assignWords } from './assign-words.ts';
import { type EligibleProject, ProjectField, useEligible } from './project-field.tsx';
import { wireWords } from './words.ts';

export function FromEscrow() {
  const t = wordsOfPage();
  const { query, route } = useLocation();
  const { data: project, error, reload } = useEligible(query.project);
  return (
    <Page title={t.escrowTitle} state={t.escrowState} above={{ href: to.wires, name: t.title }}>
      {project === undefined ? (
        error ? (
          <Refusal error={error} retry={reload} />
        ) : (
          <Skeleton rows={4} height="row" />
        )
      ) : project === null ? (
        <Empty title={t.eligibleNone}>{t.eligibleNoneText}</Empty>
      ) : (
        <div class="card form money-form">
          <ProjectField
            label={t.chooseProject}
            chosen={project}
            onChange={(next) => next && route(addressWith({ project: next.id, echeance: '' }), true)}
          />
          <OfProject key={project.id} project={project} />
        </div>
      )}
    </Page>
  );
}

function OfProject({ project }: { project: EligibleProject }) {
  const { data, error, isLoading, reload } = useQuery(['schedule', project.id], (signal) =>
    mortar.readPaymentSchedule({ path: { propertyId: project.id }, signal }),
  );
  if (!data) return error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={3} height="row" />;
  // The form starts anew from the figures of each reading, and from those of before none is sent.
  return (
    <EscrowForm
      key={data.updatedAt + data.interestSequestreRemaining}
      project={project}
      schedule={data}
      isReading={isLoading}
      onClosed={reload}
    />
  );
}

type EscrowProps = { project: EligibleProject; schedule: ScheduleView; isReading: boolean; onClosed: () => void };

function EscrowForm({ project, schedule, isReading, onClosed }: EscrowProps) {
  const t = wordsOfPage();
  const { query } = useLocation();
  const { echeances, interestSequestreRemaining: left } = schedule;
  const planned = (id: string) => {
    const cents = echeances.find((one) => one.id === id)?.interestSequestrePlanned ?? 0;
    return cents > 0 ? (cents / 100).toFixed(2).replace('.', ',') : '';
  };
  const first = echeances.find(({ id }) => id === query.echeance) ?? echeances.find((one) => one.remainingToBePaid > 0);
  const [echeanceId, setEcheanceId] = useState(first?.id ?? echeances[0]?.id ?? '');
  const [typed, setTyped] = useState(planned(echeanceId));
  const [date, setDate] = useState(businessNow().toISOString().slice(0, 10));
  const cents = centsOf(typed) ?? 0;
  const isGood = cents > 0 && cents <= left;
  const label = isGood ? t.escrowButton(euros(cents), project.name) : t.escrowButtonEmpty;
  const echeance = echeances.find(({ id }) => id === echeanceId);
  return (
    <>
      <p>{t.escrowLeft(euros(left))}</p>
      <Field
        label={t.chooseEcheance}
        value={echeanceId}
        onInput={(id) => {
          setEcheanceId(id);
          setTyped(planned(id));
        }}
        choices={echeances.map((one) => ({
          value: one.id,
          label: `${one.number} · ${month(one.period)} · ${t.remaining(euros(one.remainingToBePaid))}`,
        }))}
      />
      <div class="pair">
        <Field
          label={t.amount}
          value={typed}
          onInput={setTyped}
          inputMode="decimal"
          unit="€"
          fault={typed !== '' && !isGood ? t.escrowLeft(euros(left)) : undefined}
        />
        <Field label={t.date} type="date" value={date} onInput={setDate} />
      </div>
      <div class="form-action">
        <MoneyAction
          name={`from-escrow ${project.id} ${echeanceId} ${date}`}
          label={label}
          title={t.escrowTitle}
          amountCents={cents}
          receiver={echeance ? t.assignReceiver(project.name, t.echeance(echeance.number, month(echeance.period))) : project.name}
          consequence={t.escrowConsequence(euros(left - cents))}
          confirm={label}
          isDisabled={!isGood || date === '' || echeanceId === '' || isReading}
          run={(once) =>
            mortar.transferEscrow({
              body: { propertyId: project.id, echeanceId, interestSequestreAmountToTransfer: cents, paymentDate: date },
              ...once,
            })
          }
          made={({ id }) => ({ sentence: t.escrowMade(euros(cents)), href: to.wire(id) })}
          onClosed={onClosed}
        />
      </div>
    </>
  );
}

function wordsOfPage() {
  return { ...wireWords.value, ...actionWords.value, ...assignWords.value };
}
