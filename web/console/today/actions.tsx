// What is done about a thing that waits without leaving Today: a failed job, an unhandled notification, a wire beyond doubt.

import { useEffect, useRef } from 'preact/hooks';
import type { Today } from '../../../clients/typescript/src/index.ts';
import { mortar } from '../core/api.ts';
import { may } from '../core/session.ts';
import { ConfirmedAction } from '../operations/confirm.tsx';
import { jobWords } from '../operations/job-words.ts';
import { operationsWords } from '../operations/words.ts';
import { AssignSure, type Sure, useSureSuggestions } from '../wires/sure.tsx';
import type { WaitingRow } from './kinds.ts';
import { fullNameOf } from './names.ts';
import { todayWords } from './words.ts';

/** The sure suggestions by the wire that each is for; none where nobody could act on them. */
export function useSure(today: Today | undefined): ReadonlyMap<string, Sure> {
  const wires = today?.waiting.find(({ kind }) => kind === 'wire-to-assign')?.items.map(({ id }) => id) ?? [];
  const { data, reload } = useSureSuggestions(wires.length > 0);
  const known = wires.join(' ');
  const before = useRef('');
  useEffect(() => {
    // The first ones are being read already.
    if (before.current !== '' && known !== '') reload();
    before.current = known;
  }, [known]);
  return new Map((data ?? []).map((sure) => [sure.payment.id, sure]));
}

/** Whether who is signed in may deal with it from here. */
export function hasAction({ kind, id }: WaitingRow, sure: ReadonlyMap<string, Sure>): boolean {
  if (kind === 'wire-to-assign') return sure.has(id);
  return (kind === 'job-failed' || kind === 'notification-unhandled') && may('operations.write');
}

/** Draws nothing for what needs its page. */
export function ActionOf({ row, sure, onDone }: { row: WaitingRow; sure: ReadonlyMap<string, Sure>; onDone: () => void }) {
  if (!hasAction(row, sure)) return null;
  const suggested = sure.get(row.id);
  if (suggested) return <AssignSure sure={suggested} onClosed={onDone} />;
  const props = { id: row.id, of: fullNameOf(row), onDone };
  return row.kind === 'job-failed' ? <RetryJob {...props} /> : <ReplayNotification {...props} />;
}

type Props = { id: string; of: string; onDone: () => void };

function RetryJob({ id, of, onDone }: Props) {
  const t = jobWords.value;
  return (
    <ConfirmedAction
      name={`retry ${id}`}
      label={t.retry}
      of={of}
      consequence={t.retryConsequence}
      run={() => mortar.retryJob({ path: { jobId: id } })}
      made={() => ({ tone: 'good', sentence: todayWords.value.jobRetried })}
      onClosed={onDone}
    />
  );
}

function ReplayNotification({ id, of, onDone }: Props) {
  const t = operationsWords.value;
  return (
    <ConfirmedAction
      name={`replay ${id}`}
      label={t.replay}
      of={of}
      consequence={t.replayConsequence}
      run={(once) => mortar.replayEvent({ path: { eventId: id }, ...once })}
      made={({ state, lastError }) =>
        state === 'handled' ? { tone: 'good', sentence: t.replayed } : { tone: 'bad', sentence: t.replayFailed(lastError ?? '') }
      }
      onClosed={onDone}
    />
  );
}
