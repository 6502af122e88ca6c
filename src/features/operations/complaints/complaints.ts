// Complaints of investors: sent and followed by them, answered by the team.

import type { Static } from 'typebox';
import { recordAdminAction } from '../../../core/audit.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { ALREADY_RECEIVED, TOO_MANY_OPEN } from './errors.ts';
import {
  type Complaint,
  countOpen,
  findComplaint,
  findComplaintsOf,
  findComplaintsPage,
  insertOnce,
  markAnswered,
} from './queries.ts';
import { answerDueAt, COMPLAINT_VERBS, MAX_OPEN } from './rules.ts';
import type {
  AdministrationComplaint,
  AdministrationComplaintsPage,
  ComplaintsPage,
  ComplaintsQuery,
  ComplaintView,
  NewComplaint,
} from './schemas.ts';

// POST /customers/complaints: an investor says what is wrong.

/**
 * From any account, also a frozen one. In one transaction: lock the investor, insert it unless the same words wait, and acknowledge it by
 * mail with the last day for the answer. Errors: `complaint.already-received`, `complaint.too-many-open`.
 */
export async function sendComplaint(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { customerId, sent }: { customerId: CustomerId; sent: NewComplaint },
): Promise<ComplaintView> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const complaint = await insertOnce(tx, { customerId, sent: { ...sent, message: sent.message.trim() }, at });
    if (!complaint) throw new AppError(ALREADY_RECEIVED, { detail: 'This complaint waits for its answer already.' });
    if ((await countOpen(tx, customerId)) > MAX_OPEN) throw new AppError(TOO_MANY_OPEN);
    const data = { sentAt: at.toString(), answerBy: answerDueAt(at).toString() };
    await mailInvestor(tx, deps, { customerId, template: 'complaint-received', data });
    return toView(complaint);
  });
}

/** Those of one investor, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listComplaints(
  deps: Pick<AppDeps, 'db'>,
  { customerId, limit, cursor }: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof ComplaintsPage>> {
  const rows = await findComplaintsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toView);
}

function toView({ id, subject, message, status, answer, createdAt, answeredAt }: Complaint): ComplaintView {
  return {
    ...{ id, subject, message, status, answer },
    createdAt: createdAt.toString(),
    answerDueOn: parisDate(answerDueAt(createdAt)).toString(),
    answeredAt: answeredAt?.toString() ?? null,
  };
}

// /administration/complaints: all of them, one, and its answer.

type Row = NonNullable<Awaited<ReturnType<typeof findComplaint>>>;

/** With whose they are, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listAllComplaints(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof ComplaintsQuery>,
): Promise<Static<typeof AdministrationComplaintsPage>> {
  const rows = await findComplaintsPage(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toAdministrationView);
}

/** Error: `not-found`. */
export async function readComplaint(deps: Pick<AppDeps, 'db'>, complaintId: string): Promise<AdministrationComplaint> {
  const row = await findComplaint(deps.db, complaintId);
  if (!row) throw new AppError(NOT_FOUND, { detail: 'Complaint not found' });
  return toAdministrationView(row);
}

/** Once, with a mail to the investor that has the answer. Errors: `not-found`, `complaint.already-answered`. */
export async function answerComplaint(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { complaintId, answer, audit }: { complaintId: string; answer: string; audit: RouteAudit },
): Promise<AdministrationComplaint> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const isAnswered = await markAnswered(tx, complaintId, { answer: answer.trim(), at });
    const row = await findComplaint(tx, complaintId);
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Complaint not found' });
    if (!isAnswered) assertAllowed(COMPLAINT_VERBS['answer-complaint'], row.status);
    const { customerId } = row;
    await recordAdminAction(tx, { ...audit, target: { type: 'complaint', id: complaintId }, payload: { customerId }, at });
    const data = { sentAt: row.createdAt.toString(), answer: answer.trim() };
    await mailInvestor(tx, deps, { customerId, template: 'complaint-answered', data });
    return toAdministrationView(row);
  });
}

function toAdministrationView({ customerId, name, email, ...complaint }: Row): AdministrationComplaint {
  return { ...toView({ ...complaint, customerId }), customerId, name, email };
}
