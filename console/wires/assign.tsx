// To which echeance a payment goes: the likeliest ones with their reasons, any other one, and the schedule before and after.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { EcheanceView, PaymentSuggestions, PaymentWithParts, ScheduleView } from '../../clients/typescript/src/index.ts';
import { hasPage, to } from '../addresses.ts';
import { addressWith } from '../core/address.ts';
import { mortar } from '../core/api.ts';
import { day, euros, month } from '../core/format.ts';
import { useQuery } from '../core/query.ts';
import { MoneyAction } from '../design/dialog.tsx';
import { Badge, Empty, Notice, Refusal, Skeleton } from '../design/feedback.tsx';
import { Field } from '../design/form.tsx';
import { Section } from '../design/page.tsx';
import { Money } from '../design/values.tsx';
import { assignWords } from './assign-words.ts';
import { wireWords } from './words.ts';

type PaymentFor = 'mensualite' | 'capitalRepayment';
type Choice = { project: { id: string; name: string }; echeanceId: string; paymentFor: PaymentFor };
type Props = { payment: PaymentWithParts; onAssigned: () => void };

export function Assign({ payment, onAssigned }: Props) {
  const t = wordsOfPage();
  const found = useQuery(['suggestions', payment.id], (signal) => mortar.suggestEcheances({ path: { id: payment.id }, signal }));
  return (
    <Section title={t.assignTitle} note={t.assignNote}>
      {found.data ? (
        <Choices payment={payment} found={found.data} onAssigned={onAssigned} />
      ) : found.error ? (
        <Refusal error={found.error} retry={found.reload} />
      ) : (
        <Skeleton height="chart" />
      )}
    </Section>
  );
}

function Choices({ payment, found, onAssigned }: Props & { found: PaymentSuggestions }) {
  const t = wordsOfPage();
  const { query } = useLocation();
  const [best] = found.suggestions;
  const project = found.projects.find(({ id }) => id === query.project) ?? best?.project ?? found.projects[0];
  if (!project) return <Empty title={t.noSuggestion}>{t.noSuggestionText}</Empty>;
  const echeanceId = query.echeance ?? (best?.project.id === project.id ? best.echeance.id : undefined);
  const paymentFor: PaymentFor =
    query.for === 'capitalRepayment' || query.for === 'mensualite' ? query.for : (best?.paymentFor ?? 'mensualite');
  return (
    <ChosenProject
      key={project.id}
      payment={payment}
      found={found}
      onAssigned={onAssigned}
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

function ChosenProject({ payment, found, onAssigned, project, echeanceId, paymentFor }: ChosenProps) {
  const schedule = useQuery(['schedule', project.id], (signal) =>
    mortar.readPaymentSchedule({ path: { propertyId: project.id }, signal }),
  );
  const choice = echeanceId === undefined ? undefined : { project, echeanceId, paymentFor };
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
        <Simulation payment={payment} choice={choice} before={schedule.data} onAssigned={onAssigned} />
      ) : schedule.isLoading ? (
        <Skeleton height="chart" />
      ) : null}
    </div>
  );
}

function useChoose() {
  const { route } = useLocation();
  return (changes: { project?: string; echeance?: string; for?: string }) => route(addressWith(changes), true);
}

function Suggestions({ found, choice }: { found: PaymentSuggestions; choice: Choice | undefined }) {
  const t = wordsOfPage();
  const choose = useChoose();
  if (found.suggestions.length === 0) return <p class="soft">{t.noSuggestion}</p>;
  return (
    <fieldset class="suggestions">
      <legend class="out-of-sight">{t.assignNote}</legend>
      {found.suggestions.map(({ project, echeance, paymentFor, reasons }, index) => (
        <label key={`${echeance.id} ${paymentFor}`} class="suggestion">
          <input
            type="radio"
            name="suggestion"
            checked={choice?.echeanceId === echeance.id && choice.paymentFor === paymentFor}
            onChange={() => choose({ project: project.id, echeance: echeance.id, for: paymentFor })}
          />
          <span class="suggestion-text">
            <span class="suggestion-head">
              <span class="strong">{t.echeance(echeance.number, month(echeance.period))}</span>
              {index === 0 && <Badge tone="info">{t.best}</Badge>}
            </span>
            <span class="small">
              {found.projects.length > 1 && `${project.name} · `}
              {t.paymentFor[paymentFor]}, {t.remaining(euros(echeance.remaining))}, {t.dueOn(day(echeance.dueDate))}
            </span>
            <span class="soft small">
              {t.because} : {reasons.map((reason) => t.reasons[reason]).join(', ')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
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
  const lacking = (one: EcheanceView) => (paymentFor === 'mensualite' ? one.remainingToBePaid : one.capitalRepaymentRemaining);
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

function Simulation({ payment, choice, before, onAssigned }: SimulationProps) {
  const t = wordsOfPage();
  const [comment, setComment] = useState('');
  const { echeanceId, paymentFor, project } = choice;
  const body = { wireToBeAssignedId: payment.id, echeanceId, paymentFor };
  const simulated = useQuery(['simulation', payment.id, echeanceId, paymentFor], (signal) =>
    mortar.assignWire({ body: { ...body, isSimulation: true }, signal }),
  );
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
          label={t.assign(amount, t.assignReceiver(project.name, name))}
          title={t.assignDialog}
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

type CompareProps = { old: EcheanceView; next: EcheanceView; before: ScheduleView; after: ScheduleView; isCapital: boolean };

function Compare({ old, next, before, after, isCapital }: CompareProps) {
  const t = wordsOfPage();
  const names = t.simulated;
  const money = (one: number, other: number) => [<Money key="before" cents={one} />, <Money key="after" cents={other} />];
  const lacking = ({ echeances }: ScheduleView) =>
    echeances.reduce((sum, one) => sum + one.remainingToBePaid + one.capitalRepaymentRemaining, 0);
  const rows = isCapital
    ? [
        [names.capital, ...money(old.capitalRepaymentRemaining, next.capitalRepaymentRemaining)],
        [names.capitalStatus, t.statuses[old.capitalRepaymentStatus], t.statuses[next.capitalRepaymentStatus]],
      ]
    : [
        [names.remaining, ...money(old.remainingToBePaid, next.remainingToBePaid)],
        [names.overpaid, ...money(old.overpaid, next.overpaid)],
        [names.status, t.statuses[old.status], t.statuses[next.status]],
      ];
  return (
    <table class="compare" aria-label={t.simulation}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {[...rows, [names.all, ...money(lacking(before), lacking(after))]].map(([title, one, other]) => (
          <tr key={String(title)}>
            <th scope="row">{title}</th>
            <td>{one}</td>
            <td class="strong">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wordsOfPage() {
  return { ...wireWords.value, ...assignWords.value };
}
