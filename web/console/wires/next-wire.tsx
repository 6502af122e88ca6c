// After a payment was dealt with: the next one that waits, under the hand of who works through the queue.

import { useEffect, useRef } from 'preact/hooks';
import { euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { narrowed, useNarrowing } from './narrowing.ts';
import { queueWords } from './queue-words.ts';

/** Has the focus, so that Enter goes on; `after` is the payment that was dealt with, the first of the list that the address narrows and sorts. */
export function NextWire({ after }: { after: string }) {
  const t = queueWords.value;
  const link = useRef<HTMLAnchorElement>(null);
  const narrowing = useNarrowing();
  const waiting = useQuery(['next-wire', after, narrowing], (signal) =>
    mortar.listPaymentsToBeAssigned({ query: { ...narrowing, state: 'waiting', limit: 2 }, signal }),
  );
  const next = waiting.data?.items.find(({ id }) => id !== after);
  useEffect(() => link.current?.focus(), [next?.id]);
  if (waiting.data === undefined) return null;
  if (next === undefined) return <p class="soft">{Object.keys(narrowing).length > 0 ? t.nextNoneHere : t.nextNone}</p>;
  return (
    <p>
      <a ref={link} class="button primary" href={narrowed(to.wire(next.id), narrowing)}>
        {t.nextNamed(euros(next.amount), next.project?.name ?? next.spv.name)}
      </a>
    </p>
  );
}
