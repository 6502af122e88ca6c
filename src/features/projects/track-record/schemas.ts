// Answers of the track record: sums of all fundings, and the record of one project.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, PlainDate, Timestamp, UuidOf, WholeCents, Words } from '../../../core/http/schemas.ts';
import { Period } from '../../repayment/payment-schedule/index.ts';
import { PUBLIC_STATES } from '../project-life/index.ts';

export const ProjectParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

export const ProjectQuery = Type.Object({ draftToken: Type.Optional(Type.String({ maxLength: 500 })) });

const sumOfCents = (description: string) => WholeCents({ minimum: 0, description });
const State = Words(PUBLIC_STATES, { title: 'PublicState' });

/** `outstandingCents` is what was collected less the capital that came back; of a finished project it is lost. */
export const TrackRecord = Model('TrackRecord', {
  asOf: Timestamp,
  since: Nullable(Timestamp),
  collectedCents: Cents,
  capitalPaidBackCents: Cents,
  interestPaidCents: sumOfCents('cents, before taxes'),
  states: Type.Array(
    Model('TrackRecordOfState', {
      state: State,
      projectCount: Type.Integer({ minimum: 0 }),
      collectedCents: Cents,
      outstandingCents: Cents,
    }),
    { description: 'every state that a project is in, in the order of a life' },
  ),
});
export type TrackRecord = Static<typeof TrackRecord>;

const ROW_STATES = ['coming', 'due', 'paid', 'paid-in-part', 'late', 'given-up'] as const;
export type RowState = (typeof ROW_STATES)[number];

const RecordRow = Model('ProjectRecordRow', {
  period: Period,
  dueDate: PlainDate,
  interestCents: sumOfCents('cents, before taxes, with penalties'),
  capitalCents: Cents,
  missingCents: sumOfCents('cents that are due and have not come in'),
  state: Words(ROW_STATES, { title: 'ProjectRecordRowState' }),
});
export type RecordRow = Static<typeof RecordRow>;

/** What became of a project. */
export const ProjectRecord = Model('ProjectRecord', {
  asOf: Timestamp,
  state: State,
  collectedCents: Nullable(Cents),
  capitalPaidBackCents: Cents,
  interestPaidCents: sumOfCents('cents, before taxes'),
  lateSince: Nullable(PlainDate),
  missingCents: sumOfCents('cents that are due and have not come in'),
  maturityDate: Nullable(PlainDate),
  schedule: Type.Array(RecordRow, { description: 'empty before there is one, and for a royalty' }),
  prices: Type.Array(Model('ProjectRecordPrice', { validFrom: Timestamp, priceCents: Cents }), { description: 'oldest first' }),
  otherProjects: Type.Array(
    Model('OtherProjectOfOwner', {
      id: UuidOf<PropertyId>(),
      name: Type.String(),
      state: State,
      collectedCents: Nullable(Cents),
      outstandingCents: Cents,
    }),
    { description: 'published projects of the same owner, newest first' },
  ),
});
export type ProjectRecord = Static<typeof ProjectRecord>;
