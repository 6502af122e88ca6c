// What changes a stored schedule: capital events and prorogations with before and after, the payment mode, and computing again.

import { useState } from 'preact/hooks';
import type { NewCapitalEvent } from '../../../../clients/typescript/src/index.ts';
import { centsOf, euros } from '../../../core/format.ts';
import { useQuery } from '../../../core/query.ts';
import { Field } from '../../../design/form.tsx';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { Section } from '../../design/page.tsx';
import type { ChangeProps } from './change.ts';
import { Comparison } from './comparison.tsx';
import { StoredEvents } from './events.tsx';
import { PaymentModeCard, RecomputeCard } from './mode.tsx';
import { ProrogationCard } from './prorogation.tsx';
import { useSettled } from './settled.ts';
import { scheduleWords } from './words.ts';

type EventType = NewCapitalEvent['event']['type'];

export function Changes(props: ChangeProps) {
  const t = scheduleWords.value;
  return (
    <Section title={t.changed}>
      <div class="cards pairs">
        <PaymentModeCard {...props} />
        <RecomputeCard {...props} />
        {/* Last, as they grow by what they would change. */}
        <EventCard {...props} />
        <ProrogationCard {...props} />
      </div>
    </Section>
  );
}

function EventCard({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const [type, setType] = useState<EventType>('capitalRepaymentUnplanned');
  const [date, setDate] = useState('');
  const [amount, setAmount] = useState('');
  const [escrow, setEscrow] = useState('');
  const cents = centsOf(amount) ?? 0;
  const body = date === '' || cents === 0 ? undefined : eventOf({ type, date, cents, escrow: centsOf(escrow) });
  const label = t.eventLabel(t.eventTypes[type], cents === 0 ? '' : euros(cents));
  const settled = useSettled(body);
  // What was recorded is not asked for again by the same button.
  const onClosed = (isUsed: boolean) => {
    if (isUsed) for (const clear of [setDate, setAmount, setEscrow]) clear('');
    reload();
  };
  const after = useQuery(
    ['event', project.id, settled],
    async (signal) => settled && mortar.simulateCapitalEvent({ path: { propertyId: project.id }, body: settled, signal }),
  );
  return (
    <div class="card">
      <h3>{t.event}</h3>
      <p class="soft">{t.eventText}</p>
      <StoredEvents {...{ project, schedule, reload }} />
      <Field
        label={t.eventType}
        value={type}
        // Border: the choices are those of the contract.
        onInput={(value) => setType(value as EventType)}
        choices={Object.entries(t.eventTypes).map(([value, label]) => ({ value, label }))}
      />
      <Field label={t.eventDate} type="date" value={date} onInput={setDate} />
      <Field label={t.eventAmount} value={amount} onInput={setAmount} inputMode="decimal" unit="€" />
      {type === 'capitalRepaymentUnplanned' && (
        <Field label={t.eventEscrow} value={escrow} onInput={setEscrow} inputMode="decimal" unit="€" />
      )}
      {body && <Comparison before={schedule} after={after} />}
      <div class="card-foot">
        <MoneyAction
          needs="schedules.write"
          look="plain"
          label={label}
          title={t.event}
          name={`capital-event ${project.id} ${JSON.stringify(body)}`}
          amountCents={cents}
          receiver={t.eventReceiver[type]}
          consequence={t.eventConsequence}
          confirm={label}
          isDisabled={!body || !after.data || after.error !== undefined}
          run={(once) =>
            mortar.addCapitalEvent({
              path: { propertyId: project.id },
              body: eventOf({ type, date, cents, escrow: centsOf(escrow) }),
              ...once,
            })
          }
          made={() => ({ sentence: t.eventMade })}
          onClosed={onClosed}
        />
      </div>
    </div>
  );
}

/** The event as it is sent; its period is that of its day, as the API asks. */
function eventOf(given: { type: EventType; date: string; cents: number; escrow: number | undefined }): NewCapitalEvent {
  const { type, date, cents, escrow } = given;
  const part = escrow && type === 'capitalRepaymentUnplanned' ? { interestSequestreAmount: escrow } : {};
  return { echeancePeriod: date.slice(0, 7), event: { type, date, amount: cents, ...part } };
}
