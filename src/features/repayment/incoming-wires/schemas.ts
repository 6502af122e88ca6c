// Bodies of the wires' routes, and the records they answer.

import { type Static, Type } from 'typebox';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { PartQuery } from '../../../core/http/pagination.ts';
import {
  AskedPositiveCents,
  Cents,
  DaysQuery,
  Model,
  Nullable,
  Page,
  PageQuery,
  PlainDate,
  PositiveCents,
  Timestamp,
  Uuid,
  UuidOf,
  Variants,
  Words,
} from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';
import { NoteCount } from '../../operations/notes/index.ts';

const PAYMENT_KINDS = ['wire', 'p2p', 'other'] as const;
const Comment = Type.String({ maxLength: 1_000 });
const WrittenComment = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' });
/** The provider keeps 140 characters of a transfer's comment. */
const TransferComment = Type.String({ minLength: 1, maxLength: 140, pattern: '\\S' });
const ProviderNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** A wire to be assigned, or payment to be assigned: one thing (repayments.md#payments-to-assign). Amount in cents. */
export const WireRecord = Model('WireRecord', {
  id: Uuid,
  projectId: Nullable(UuidOf<PropertyId>()),
  spvId: UuidOf<SpvId>(),
  status: Words(['waiting', 'assigned', 'archivedNotAssigned'], { title: 'WireStatus' }),
  amount: PositiveCents,
  lineage: Words(['parent', 'child'], { title: 'WireLineage' }),
  originWireId: Type.Optional(Uuid),
  originAmount: Type.Optional(PositiveCents),
  payment: Words(PAYMENT_KINDS, { title: 'WirePaymentKind' }),
  providerWireId: Type.Optional(ProviderNumber),
  /** Its money is being transferred to that project's SPV. */
  switchingToProject: Type.Optional(UuidOf<PropertyId>()),
  /** It goes back to its sender; with `returned` for good. */
  returnState: Type.Optional(Words(['returning', 'returned'], { title: 'WireReturnState' })),
  targetEcheanceId: Type.Optional(UuidOf<EcheanceId>()),
  comment: Type.Optional(Comment),
  date: PlainDate,
});
export type WireRecord = Static<typeof WireRecord>;

export const WireRecords = Type.Array(WireRecord);
export const WaitingWiresQuery = Type.Object({ ...PartQuery.properties, spvId: Type.Optional(UuidOf<SpvId>()) });

const NamedProject = Model('NamedProject', { id: UuidOf<PropertyId>(), name: Type.String() });
// The same fields under the same name, so that the API description has one model for both; only the type of the id differs.
const NamedEcheance = Model('NamedEcheance', { id: UuidOf<EcheanceId>(), number: Type.Integer(), period: Type.String() });

const NamedSpv = Model('NamedProject', { id: UuidOf<SpvId>(), name: Type.String() });

export const PaymentHistoryQuery = Type.Object({
  ...PartQuery.properties,
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  spvId: Type.Optional(UuidOf<SpvId>()),
});
export type PaymentHistoryQuery = Static<typeof PaymentHistoryQuery>;

export const PaymentHistory = Model('PaymentHistory', {
  paymentToBeAssigned: Type.Array(
    Type.Object({
      ...WireRecord.properties,
      project: Nullable(NamedProject),
      spv: NamedSpv,
      paymentFor: Type.Optional(Words(['mensualite', 'capitalRepayment'], { title: 'PaymentFor' })),
      echeance: Type.Optional(NamedEcheance),
      assignedAt: Type.Optional(Type.String()),
      assignComment: Type.Optional(Type.String()),
      archivedAt: Type.Optional(Type.String()),
      archiveComment: Type.Optional(Type.String()),
    }),
  ),
});
export type PaymentHistory = Static<typeof PaymentHistory>;

/** A record with its names; `isArriving`: its transfer has not moved money yet. `openPayment`: of that, or of a switch or return on its way. */
export const PaymentToBeAssigned = Model('PaymentToBeAssigned', {
  ...WireRecord.properties,
  source: Words(['wire', 'directDebit', 'p2pAuto', 'p2pManual', 'escrow', 'other'], { title: 'WireSource' }),
  isArriving: Type.Boolean(),
  openPayment: Nullable(OpenPayment),
  isChargedBack: Type.Boolean(),
  project: Nullable(NamedProject),
  spv: NamedSpv,
  paymentFor: Type.Optional(Words(['mensualite', 'capitalRepayment'], { title: 'PaymentFor' })),
  echeance: Type.Optional(NamedEcheance),
  noteCount: NoteCount,
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
  settleComment: Nullable(Type.String()),
});
export type PaymentToBeAssigned = Static<typeof PaymentToBeAssigned>;

export const PaymentParams = Type.Object({ id: Uuid });

/** How a list of one state is ordered: as it came in, by its date, or by its amount. */
const PAYMENT_SORTS = ['-createdAt', 'date', '-date', 'amount', '-amount'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

export const PaymentsQuery = Type.Object({
  ...PageQuery.properties,
  ...DaysQuery.properties,
  sort: Type.Unsafe<PaymentSort>({ ...Words(PAYMENT_SORTS, { title: 'WireSort' }), default: '-createdAt' }),
  state: Words(['waiting', 'assigned', 'archived'], { title: 'WireState' }),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  spvId: Type.Optional(UuidOf<SpvId>()),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'an amount, or three letters and more of the label, the project or the SPV',
    }),
  ),
});

/** A page of one state; `waiting` is all that waits, cents. */
export const PaymentsPage = Type.Object({
  ...Page(PaymentToBeAssigned).properties,
  waiting: Type.Object({ count: Type.Integer(), amountCents: Cents }),
});

/** One record, with the other parts of the wire that it was split from. */
export const PaymentWithParts = Model('PaymentWithParts', {
  ...PaymentToBeAssigned.properties,
  parts: Type.Array(Type.Object({ id: Uuid, amount: PositiveCents, status: WireRecord.properties.status })),
});
export type PaymentWithParts = Static<typeof PaymentWithParts>;

/** Why an echeance is suggested. */
export const SUGGESTION_REASONS = [
  'escrowForIt',
  'amountIsRemaining',
  'amountIsCapital',
  'commentNamesPeriod',
  'commentNamesNumber',
  'commentNamesProject',
  'dateNearDue',
  'oldestUnpaid',
  'sameProject',
  'sameSpv',
] as const;

const SuggestedEcheance = Model('SuggestedEcheance', {
  id: UuidOf<EcheanceId>(),
  number: Type.Integer(),
  period: Type.String(),
  dueDate: PlainDate,
  remaining: Type.Integer({ minimum: 0, description: 'cents lacking of what the payment would be for' }),
});

/** What a payment may be for, and why. */
const EcheanceSuggestion = Model('EcheanceSuggestion', {
  project: NamedProject,
  echeance: SuggestedEcheance,
  paymentFor: Words(['mensualite', 'capitalRepayment'], { title: 'PaymentFor' }),
  reasons: Type.Array(Words(SUGGESTION_REASONS, { title: 'SuggestionReason' })),
});

/** Echeances that a payment may be for, the likeliest first, and the projects that it may be assigned to; cents. */
export const PaymentSuggestions = Model('PaymentSuggestions', {
  projects: Type.Array(NamedProject),
  suggestions: Type.Array(EcheanceSuggestion),
});
export type PaymentSuggestions = Static<typeof PaymentSuggestions>;

/** Payments whose echeance is beyond doubt, the oldest first, none for the same part of an echeance. */
export const SureSuggestions = Model('SureSuggestions', {
  items: Type.Array(Type.Object({ payment: PaymentToBeAssigned, suggestion: PaymentSuggestions.properties.suggestions.items })),
});
export type SureSuggestions = Static<typeof SureSuggestions>;

export const DebitAccountsQuery = Type.Object({ projectId: Type.Optional(UuidOf<PropertyId>()) });

/** `accountId` is the `debitAccountId` of a new payment. */
export const DebitAccounts = Type.Array(
  Type.Object({
    accountId: Type.String(),
    isPlatform: Type.Boolean(),
    usedFor: Nullable(Type.String({ description: 'name of the project of the last payment' })),
    usedAt: Nullable(Timestamp),
  }),
);

export const EligibleProjects = Type.Array(
  Type.Object({
    id: UuidOf<PropertyId>(),
    name: Type.String(),
    spvId: Nullable(UuidOf<SpvId>()),
    financialStatus: Type.String(),
  }),
);

export const SwitchProject = Model('WireSwitch', { wireToBeAssignedId: Uuid, newProjectId: UuidOf<PropertyId>() });

export const AssignWire = Model('WireAssignment', {
  wireToBeAssignedId: Uuid,
  paymentFor: Words(['mensualite', 'capitalRepayment'], { title: 'PaymentFor' }),
  echeanceId: UuidOf<EcheanceId>(),
  comment: Type.Optional(Comment),
  isSimulation: Type.Boolean(),
});
export type AssignWire = Static<typeof AssignWire>;

export const UnassignWire = Model('WireUnassignment', { wireToBeAssignedId: Uuid, comment: Type.Optional(Comment) });

export const SplitWire = Model('WireSplit', { wireToBeAssignedId: Uuid, newAmount: AskedPositiveCents });

/**
 * Ours: `claimOfProjectId` is a settled project whose owner pays a charged back debit again, `coverOfProjectId` one that has money booked
 * outside the provider, which this wire brings there.
 */
export const ArchiveWire = Model('WireArchiving', {
  wireToBeAssignedId: Uuid,
  comment: WrittenComment,
  claimOfProjectId: Type.Optional(UuidOf<PropertyId>()),
  coverOfProjectId: Type.Optional(UuidOf<PropertyId>()),
});

/** `execution` decides what a p2p needs: `auto` a debitAccountId, `manual` a paymentId. */
export const NewPayment = Model('NewPayment', {
  projectId: UuidOf<PropertyId>(),
  amount: AskedPositiveCents,
  date: PlainDate,
  payment: Variants('PaymentOrigin', 'kind', [
    Type.Object({
      kind: Type.Literal('p2p'),
      execution: Words(['auto', 'manual'], { title: 'P2pExecution' }),
      debitAccountId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      paymentId: Type.Optional(ProviderNumber),
      comment: TransferComment,
    }),
    Type.Object({ kind: Type.Literal('other'), comment: WrittenComment }),
  ]),
});
export type NewPayment = Static<typeof NewPayment>;

export const RetryP2p = Model('P2pRetry', { paymentToBeAssignedId: Uuid });

export const EscrowTransfer = Model('EscrowTransfer', {
  propertyId: UuidOf<PropertyId>(),
  echeanceId: UuidOf<EcheanceId>(),
  interestSequestreAmountToTransfer: AskedPositiveCents,
  paymentDate: PlainDate,
});
export type EscrowTransfer = Static<typeof EscrowTransfer>;
