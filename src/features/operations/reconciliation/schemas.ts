// Differences between the books and the provider as administrators see them.

import { type Static, Type } from 'typebox';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import {
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';

const Status = Words(['open', 'closed'], { title: 'DifferenceStatus' });

export const DifferencesQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Status),
  accountId: Type.Optional(Type.String({ maxLength: 100, description: 'account at the provider' })),
});
export type DifferencesQuery = Static<typeof DifferencesQuery>;

/** Two balances of one moment; `differenceCents` is the provider's less ours. */
const Balances = Model('DifferenceBalances', {
  ledgerCents: WholeCents(),
  providerCents: WholeCents(),
  differenceCents: WholeCents(),
});

/** Whose wallet it is: an investor's or an SPV's; the id of the other is null. */
export const WalletHolder = Model('WalletHolder', {
  customerId: Nullable(UuidOf<CustomerId>()),
  spvId: Nullable(UuidOf<SpvId>()),
  name: Type.String(),
});
export type WalletHolder = Static<typeof WalletHolder>;

/** Null for a bank, the platform, and a wallet of nobody here. */
const Holder = Nullable(WalletHolder);

export const DifferenceView = Model('DifferenceView', {
  id: Uuid,
  status: Status,
  accountId: Type.String(),
  holder: Holder,
  kind: Words(['missing', 'surplus'], {
    title: 'DifferenceKind',
    description: 'missing: the provider has less than the books say',
  }),
  openedAt: Timestamp,
  lastSeenAt: Timestamp,
  timesSeen: Type.Integer({ description: 'comparisons that found it' }),
  first: Balances,
  last: Type.Object({ ...Balances.properties, inFlightCents: WholeCents() }),
  closedAt: Nullable(Timestamp),
});
export type DifferenceView = Static<typeof DifferenceView>;

export const DifferencesPage = Page(DifferenceView);
export type DifferencesPage = Static<typeof DifferencesPage>;

export const MovementView = Model('UnknownMovementView', {
  id: Uuid,
  status: Status,
  kind: Words(['money-in', 'money-out', 'transfer'], { title: 'MovementKind' }),
  providerId: Type.Integer({ description: 'number at the provider, which counts each kind by itself' }),
  fromAccountId: Nullable(Type.String({ description: 'null: from a bank' })),
  toAccountId: Nullable(Type.String({ description: 'null: to a bank' })),
  fromHolder: Holder,
  toHolder: Holder,
  amountCents: WholeCents(),
  reference: Nullable(Type.String({ description: 'the id of a payment of ours that the books do not know' })),
  isExecuted: Type.Boolean({ description: 'false: pending at the provider, where it may still fail' }),
  movedAt: Timestamp,
  openedAt: Timestamp,
  lastSeenAt: Timestamp,
  closedAt: Nullable(Timestamp),
  booking: Nullable(Type.Object({ bookedAt: Timestamp, reason: Type.String() })),
});
export type MovementView = Static<typeof MovementView>;

export const MovementsPage = Page(MovementView);
export type MovementsPage = Static<typeof MovementsPage>;

export const MovementParams = Type.Object({ movementId: Uuid });

/** The purse of a project of the SPV whose wallet it is. */
const MovementProject = Model('MovementProject', {
  propertyId: UuidOf<PropertyId>(),
  purse: Words(['MAIN', 'SURPLUS'], {
    title: 'MovementPurse',
    description: 'MAIN: collected and not spent; SURPLUS: received beyond what was due, as archived wires are',
  }),
});
export type MovementProject = Static<typeof MovementProject>;

const Reason = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' });

/** `from` and `to` only for sides that are wallets of SPVs. */
export const MovementBooking = Model('MovementBooking', {
  reason: Reason,
  from: Type.Optional(MovementProject),
  to: Type.Optional(MovementProject),
});
export type MovementBooking = Static<typeof MovementBooking>;

export const MovementTakeBack = Model('MovementTakeBack', { comment: Reason });
