// The capital events of a schedule, by their day: those that were stored can be taken back.

import type { ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { day, euros } from '../../../core/format.ts';
import { mortar } from '../../core/api.ts';
import type { ChangeProps } from './change.ts';
import { Removal } from './removal.tsx';
import { scheduleWords } from './words.ts';

type Event = ScheduleView['config']['events'][number];

export function StoredEvents({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const { events } = schedule.config;
  if (events.length === 0) return null;
  return (
    <ul class="plain-list" aria-label={t.events}>
      {events.map((event) => (
        <li key={event.id ?? `${event.date} ${event.amount}`} class="card-foot">
          <span>
            {sentenceOf(event)}
            {event.id === undefined && <span class="soft small"> {t.eventPaid}</span>}
          </span>
          {event.id !== undefined && <RemoveEvent {...{ project, schedule, reload }} event={event} id={event.id} />}
        </li>
      ))}
    </ul>
  );
}

function RemoveEvent({ project, event, id, reload }: ChangeProps & { event: Event; id: string }) {
  const t = scheduleWords.value;
  const { type, amount, date, interestSequestreAmount: escrow } = event;
  return (
    <Removal
      label={t.removeEvent}
      title={t.removeEventTitle}
      confirm={t.removeEventLabel(t.eventTypes[type], euros(amount), day(date))}
      remove={(once) => mortar.removeCapitalEvent({ path: { propertyId: project.id, capitalEventId: id }, ...once })}
      then={reload}
    >
      {t.removeEventText(sentenceOf(event), escrow === 0 ? '' : euros(escrow))}
    </Removal>
  );
}

function sentenceOf({ type, amount, date }: Event): string {
  return `${scheduleWords.value.eventTypes[type]}, ${euros(amount)}, ${day(date)}`;
}
