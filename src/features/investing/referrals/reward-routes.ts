// HTTP of the referral rewards.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { listReceivedInvoices } from './list-received-invoices.ts';
import { listWaitingForInvoice } from './list-waiting-for-invoice.ts';
import { readInvoiceUpload } from './read-invoice-upload.ts';
import { readPayoutStatus } from './read-payout-status.ts';
import { readReceivedInvoice } from './read-received-invoice.ts';
import { receiveInvoice } from './receive-invoice.ts';
import { invoiceFileErrors, payoutStatusErrors, receiveInvoiceErrors } from './reward-errors.ts';
import {
  InvoiceForm,
  PayoutStatusView,
  PropertyParams,
  ReceivedInvoice,
  ReferralInvoiceParams,
  ReferralInvoicesPage,
  ReferralInvoicesQuery,
  WaitingForInvoice,
} from './reward-schemas.ts';

/** Registers the group. */
export function referralRewardRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'storage' | 'log'>,
): void {
  route(app, {
    method: 'GET',
    url: '/administration/referral-for-primary-purchase/:propertyId/payout-status',
    operationId: 'readPayoutStatus',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Whether the referral rewards of a property are paid, and what remains to be paid.',
    params: PropertyParams,
    answer: PayoutStatusView,
    errors: payoutStatusErrors,
    handle: ({ params }) => readPayoutStatus(deps, params.propertyId),
  });
  route(app, {
    method: 'GET',
    url: '/administration/referral-for-primary-purchase/waiting-for-invoice',
    operationId: 'listWaitingForInvoice',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Rewards above the yearly cap, by referrer and year: waiting for an invoice, and received.',
    answer: WaitingForInvoice,
    handle: () => listWaitingForInvoice(deps),
  });
  route(app, {
    method: 'POST',
    url: '/administration/referral-for-primary-purchase/invoice-received',
    operationId: 'receiveInvoice',
    money: 'moves',
    guard: 'administrator',
    tag: 'administration',
    summary:
      'Unblocks the rewards that an invoice covers: multipart fields `file` (PDF or image, 10 MB), `invoiceAmountInCents`, `year` and optionally `email`.',
    consumes: 'multipart',
    form: InvoiceForm,
    answer: ReceivedInvoice,
    errors: receiveInvoiceErrors,
    audit: 'REFERRAL_UPLOAD_INVOICE_TO_UNBLOCK',
    readUpload: readInvoiceUpload,
    handle: ({ upload, audit, idempotency }) => receiveInvoice(deps, { upload, audit, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/referral-for-primary-purchase/invoices',
    operationId: 'listReceivedInvoices',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Invoices of referrers, newest first, with what they unblocked and whether it is paid.',
    query: ReferralInvoicesQuery,
    answer: ReferralInvoicesPage,
    handle: ({ query }) => listReceivedInvoices(deps, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/referral-for-primary-purchase/invoices/:invoiceId/file',
    operationId: 'readReceivedInvoice',
    guard: 'administrator',
    tag: 'extension',
    summary: 'The file of an invoice of a referrer, as it was uploaded.',
    params: ReferralInvoiceParams,
    produces: 'application/octet-stream',
    errors: invoiceFileErrors,
    handle: async ({ params, reply }) => {
      const { name, contentType, bytes } = await readReceivedInvoice(deps, params.invoiceId);
      await reply.type(contentType).header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes));
      return undefined;
    },
  });
}
