// A stored notification as all three routes show it (A-provider-webhooks-13).

import { redactText } from '../../../core/redact.ts';
import type { EventRow } from './event-queries.ts';
import type { ProviderEventView } from './event-schemas.ts';
import { eventStateOf } from './rules.ts';

/** `lastError` is one of our codes or the text of an error, which may quote anything. */
export function toProviderEventView(
  { id, path, extId, deliveries, ...event }: EventRow,
  holders: ReadonlyMap<string | null, NonNullable<ProviderEventView['holder']>>,
): ProviderEventView {
  return {
    id,
    kind: path,
    state: eventStateOf(event),
    ...{ extId, deliveries },
    holder: holders.get(extId) ?? null,
    receivedAt: event.receivedAt.toString(),
    handledAt: event.processedAt?.toString() ?? null,
    lastError: event.lastError === null ? null : redactText(event.lastError),
  };
}
