// To which echeance a payment goes: the likeliest ones with their reasons, any other one, and the schedule before and after.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { EcheanceView, PaymentSuggestions, PaymentWithParts, ScheduleView } from '../../../clients/typescript/src/index.ts';
import { euros, month } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Empty, Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { hasPage, to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { Section } from '../design/page.tsx';
import { Compare } from './compare.tsx';
import { type Choice, type PaymentFor, Suggestions, useChoose, wordsOfPage } from './suggestions.tsx';

/** `onShown`: all of it is drawn. */
type Props = { payment: PaymentWithParts; onAssigned: () => void; onShown: () => void };

export function Assign({ payment, onAssigned, onShown }: Props) {
  const t = wordsOfPage();
  const found = useQuery(['suggestions', payment.id], (signal) => mortar.suggestEcheances({ path: { id: payment.id }, signal }));
  useOnce(found.error !== undefined || found.data?.projects.length === 0, onShown);
  return (
    <Section title={t.assignTitle} note={t.assignNote}>
      {found.data ? (
        <Choices payment={payment} found={found.data} onAssigned={onAssigned} onShown={onShown} />
      ) : found.error ? (
        <Refusal error={found.error} retry={found.reload} />
      ) : (
        <Skeleton height="chart" />
      )}
    </Section>
  );
}

function Choices({ payment, found, onAssigned, onShown }: Props & { found: PaymentSuggestions }) {
  const t = wordsOfPage();
  const { query } = useLocation();
  const [best] = found.suggestions;
  const project = found.projects.find(({ id }) => id === query.project) ?? best?.project ?? found.projects[0];
  if (!project) return <Empty title={payment.project ? t.noSuggestion : t.noProjectToPay}>{t.noSuggestionText}</Empty>;
  // Chosen before the payment was given to another project, it is none of this one.
  const asked = query.project === undefined || query.project === project.id ? query.echeance : undefined;
  const echeanceId = asked ?? (best?.project.id === project.id ? best.echeance.id : undefined);
  const paymentFor: PaymentFor =
    query.for === 'capitalRepayment' || query.for === 'mensualite' ? query.for : (best?.paymentFor ?? 'mensualite');
  return (
    <ChosenProject
      key={project.id}
      payment={payment}
      found={found}
      onAssigned={onAssigned}
      onShown={onShown}
      project={project}
      echeanceId={echeanceId}
      paymentFor={paymentFor}
    />
  );
}

type ChosenProps = Props & {
  found: PaymentSuggestions;
  project: { id: string; name: string };
  echeanceId: string | undefined;
  paymentFor: PaymentFor;
};

function ChosenProject({ payment, found, onAssigned, onShown, project, echeanceId, paymentFor }: ChosenProps) {
  const schedule = useQuery(['schedule', project.id], (signal) =>
    mortar.readPaymentSchedule({ path: { propertyId: project.id }, signal }),
  );
  const choice = echeanceId === undefined ? undefined : { project, echeanceId, paymentFor };
  useOnce(schedule.error !== undefined || (schedule.data !== undefined && choice === undefined), onShown);
  return (
    <div class="assign">
      <div class="assign-choice">
        <Suggestions found={found} choice={choice} />
        <AnotherEcheance
          projects={found.projects}
          project={project}
          schedule={schedule.data}
          choice={choice}
          paymentFor={paymentFor}
        />
        <Refusal error={schedule.error} retry={schedule.reload} />
      </div>
      {schedule.data && choice ? (
        <Simulation payment={payment} choice={choice} before={schedule.data} onAssigned={onAssigned} onShown={onShown} />
      ) : schedule.isLoading ? (
        <Skeleton height="chart" />
      ) : null}
    </div>
  );
}

type AnotherProps = {
  projects: PaymentSuggestions['projects'];
  project: Choice['project'];
  schedule: ScheduleView | undefined;
  choice: Choice | undefined;
  paymentFor: PaymentFor;
};

function AnotherEcheance({ projects, project, schedule, choice, paymentFor }: AnotherProps) {
  const t = wordsOfPage();
  const choose = useChoose();
  // What was given up can still come in.
  const lacking = ({ remainingToBePaid, capitalRepaymentRemaining, writtenOff }: EcheanceView) =>
    paymentFor === 'mensualite'
      ? remainingToBePaid + (writtenOff?.mensualite ?? 0)
      : capitalRepaymentRemaining + (writtenOff?.capital ?? 0);
  return (
    <fieldset class="another">
      <legend class="small soft">{t.anotherEcheance}</legend>
      {projects.length > 1 && (
        <Field
          label={t.chooseProject}
          value={project.id}
          onInput={(id) => choose({ project: id, echeance: '' })}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Field
        label={t.chooseEcheance}
        value={choice?.echeanceId ?? ''}
        onInput={(id) => choose({ project: project.id, echeance: id, for: paymentFor })}
        choices={[
          ...(choice ? [] : [{ value: '', label: t.choose }]),
          ...(schedule?.echeances ?? []).map((one) => ({
            value: one.id,
            label: `${one.number} · ${month(one.period)} · ${t.remaining(euros(lacking(one)))}`,
          })),
        ]}
      />
      <Field
        label={t.choosePaymentFor}
        value={paymentFor}
        onInput={(value) => choose({ project: project.id, echeance: choice?.echeanceId ?? '', for: value })}
        choices={[
          { value: 'mensualite', label: t.paymentFor.mensualite },
          { value: 'capitalRepayment', label: t.paymentFor.capitalRepayment },
        ]}
      />
    </fieldset>
  );
}

type SimulationProps = Props & { choice: Choice; before: ScheduleView };

function Simulation({ payment, choice, before, onAssigned, onShown }: SimulationProps) {
  const t = wordsOfPage();
  const [comment, setComment] = useState('');
  const { echeanceId, paymentFor, project } = choice;
  const body = { wireToBeAssignedId: payment.id, echeanceId, paymentFor };
  const simulated = useQuery(['simulation', payment.id, echeanceId, paymentFor], (signal) =>
    mortar.assignWire({ body: { ...body, isSimulation: true }, signal }),
  );
  useOnce(simulated.error !== undefined || simulated.data !== undefined, onShown);
  const [old, next] = [before, simulated.data].map((schedule) => schedule?.echeances.find(({ id }) => id === echeanceId));
  if (simulated.error) return <Refusal error={simulated.error} retry={simulated.reload} />;
  if (!simulated.data || !old || !next) return <Skeleton height="chart" />;
  const amount = euros(payment.amount);
  const name = t.echeance(old.number, month(old.period));
  const isCapital = paymentFor === 'capitalRepayment';
  const tooMuch = isCapital ? 0 : next.overpaid - old.overpaid;
  const href = to.property(project.id, 'schedule');
  return (
    <div class="assign-outcome card">
      <h3>
        {t.simulation} <span class="soft">· {name}</span>
      </h3>
      <Compare old={old} next={next} before={before} after={simulated.data} isCapital={isCapital} />
      {tooMuch > 0 && <Notice tone="warn">{t.overpaidWarning(euros(tooMuch))}</Notice>}
      <Field label={t.optionalComment} value={comment} onInput={setComment} maxLength={1_000} />
      <div class="form-action">
        <MoneyAction
          name={`assign ${JSON.stringify(body)} ${comment}`}
          label={t.assign(amount, t.assignReceiver(project.name, name))}
          title={t.assignDialog}
          shortcut="a"
          amountCents={payment.amount}
          receiver={t.assignReceiver(project.name, name)}
          consequence={
            isCapital
              ? t.assignCapitalConsequence(euros(next.capitalRepaymentRemaining))
              : t.assignConsequence(t.statuses[next.status], euros(next.remainingToBePaid))
          }
          confirm={t.assignConfirm(amount)}
          run={(once) =>
            mortar.assignWire({
              body: { ...body, isSimulation: false, ...(comment.trim() ? { comment: comment.trim() } : {}) },
              ...once,
            })
          }
          made={() => ({ sentence: t.assignMade(amount), href: hasPage(href) ? href : undefined })}
          onClosed={onAssigned}
        />
      </div>
    </div>
  );
}

/** Tells it when it has come true. */
function useOnce(isTrue: boolean, then: () => void): void {
  useEffect(() => {
    if (isTrue) then();
  }, [isTrue]);
}
