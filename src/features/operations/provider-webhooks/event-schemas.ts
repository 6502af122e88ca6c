// Stored notifications of the provider as administrators see them.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { WalletHolder } from '../reconciliation/index.ts';
import { EVENT_STATES, NOTIFICATIONS } from './rules.ts';

const State = Words(EVENT_STATES, {
  title: 'ProviderEventState',
  description:
    'unhandled: nobody has tried yet; failed: waits for a replay; handled: had its effect; ignored: not usable, a replay would meet the same',
});

export const ProviderEventsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(State),
  kind: Type.Optional(Words(NOTIFICATIONS, { title: 'NotificationKind' })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
});
export type ProviderEventsQuery = Static<typeof ProviderEventsQuery>;

/** `kind` is the last segment of the webhook's path; `extId` is the investor or SPV, null when the payload has none. `holder`: who that is here. */
export const ProviderEventView = Model('ProviderEventView', {
  id: Uuid,
  kind: Type.String(),
  state: State,
  extId: Nullable(Type.String()),
  holder: Nullable(WalletHolder),
  deliveries: Type.Integer(),
  receivedAt: Timestamp,
  handledAt: Nullable(Timestamp),
  lastError: Nullable(Type.String()),
});
export type ProviderEventView = Static<typeof ProviderEventView>;

export const ProviderEventsPage = Page(ProviderEventView);
export type ProviderEventsPage = Static<typeof ProviderEventsPage>;

export const ProviderEventDetail = Model('ProviderEventDetail', {
  ...ProviderEventView.properties,
  payload: Type.Unknown({ description: 'as it came, without what is secret or looks so' }),
});
export type ProviderEventDetail = Static<typeof ProviderEventDetail>;
