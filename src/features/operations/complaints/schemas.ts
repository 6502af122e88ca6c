// Bodies and answers of complaints.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import {
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  PlainDate,
  Timestamp,
  Uuid,
  UuidOf,
  Words,
} from '../../../core/http/schemas.ts';
import { COMPLAINT_STATES, COMPLAINT_SUBJECTS } from './rules.ts';

const Subject = Words(COMPLAINT_SUBJECTS, { title: 'ComplaintSubject' });
const Status = Words(COMPLAINT_STATES, { title: 'ComplaintStatus' });
/** Plain text, of several lines. */
const Text = Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' });

export const NewComplaint = Model('NewComplaint', { subject: Subject, message: Text });
export type NewComplaint = Static<typeof NewComplaint>;

/** It is acknowledged by mail when it arrives; `answerDueOn` is the last day for the answer, which is null until then. */
export const ComplaintView = Model('Complaint', {
  id: Uuid,
  subject: Subject,
  message: Type.String(),
  status: Status,
  createdAt: Timestamp,
  answerDueOn: PlainDate,
  answer: Nullable(Type.String()),
  answeredAt: Nullable(Timestamp),
});
export type ComplaintView = Static<typeof ComplaintView>;

export const ComplaintsPage = Page(ComplaintView);

/** The same with whose it is. */
export const AdministrationComplaint = Model('AdministrationComplaint', {
  ...ComplaintView.properties,
  customerId: UuidOf<CustomerId>(),
  name: Type.String({ description: 'of the investor' }),
  email: Type.String(),
});
export type AdministrationComplaint = Static<typeof AdministrationComplaint>;

export const AdministrationComplaintsPage = Page(AdministrationComplaint);

export const ComplaintsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Status),
  customerId: Type.Optional(UuidOf<CustomerId>()),
});

export const ComplaintParams = Type.Object({ complaintId: Uuid });

export const ComplaintAnswer = Model('ComplaintAnswer', { answer: Text });
