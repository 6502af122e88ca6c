// Bodies of the provider's notifications, and notifications as administrators see them.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, PeriodQuery, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { WalletHolder } from '../reconciliation/index.ts';
import { EVENT_STATES, NOTIFICATIONS } from './rules.ts';

const notification = (description: string) => Type.Unsafe<unknown>({ description });

export const CustomerStatusChanged = notification(
  'Category 8: `ExtId` (investor UUID or SPV external id) and `IntId`, both required; `Status`, `Blocked`. Numbers may be strings.',
);
export const DocumentStatusChanged = notification(
  'Category 9, all required: `IntId`, `DocId`, `ExtId`, `DocType`, `NotifDate`, `NotifCategory` = 9, `Status` 0 to 8. Numbers may be strings.',
);
export const CustomerTemporarilyBlocked = notification(
  'Category 13, all required: `IntId`, `ExtId`, `NotifDate`, `Status`, `NotifCategory` = 13, `Blocked` 0 or 1. Numbers may be strings.',
);
export const ChargeBack = notification(
  'Category 14: `ExtId`, `Comment` and `IdTransaction` (the money-out that took the money back), all required; `Amount` in euros.',
);
export const OnboardingStatusChanged = notification(
  'Categories 49 and 50: `AccountID` of the onboarding account, required; `ExtId`, `IntId`, `ProfileID`, `Status`, dates.',
);
export const Recertification = notification('Categories 53 and 54: `AccountID` and `ExtId`; without them nothing happens.');

const State = Words(EVENT_STATES, {
  title: 'ProviderEventState',
  description:
    'unhandled: nobody has tried yet; failed: waits for a replay; handled: had its effect; ignored: not usable, a replay would meet the same',
});

export const ProviderEventsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  state: Type.Optional(State),
  kind: Type.Optional(Words(NOTIFICATIONS, { title: 'NotificationKind' })),
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
