// HTTP of referral codes, and of the rewards as administrators see them.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { invoiceFileErrors, payoutStatusErrors, receiveInvoiceErrors } from './errors.ts';
import {
  listReceivedInvoices,
  listWaitingForInvoice,
  readInvoiceUpload,
  readReceivedInvoice,
  receiveInvoice,
} from './invoices.ts';
import { checkReferralCode, listReferees, listReferralRewards, readReferrals, setReferrer } from './referrers.ts';
import { readPayoutStatus } from './rewards.ts';
import {
  InvoiceForm,
  PayoutStatusView,
  PropertyParams,
  ReceivedInvoice,
  RefereesPage,
  ReferralCodeExists,
  ReferralCodeQuery,
  ReferralInvoiceParams,
  ReferralInvoicesPage,
  ReferralInvoicesQuery,
  Referrals,
  Referrer,
  ReferrerChoice,
  RewardsPage,
  WaitingForInvoice,
} from './schemas.ts';

/** Divisor of the general request limit: the public route reveals which codes exist (access.md#what-public-routes-reveal). */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function referralRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/customers/referral-code-exists',
    operationId: 'checkReferralCode',
    guard: 'public',
    tag: 'investor',
    summary: 'Whether somebody has this referral code.',
    query: ReferralCodeQuery,
    answer: ReferralCodeExists,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    handle: ({ query }) => checkReferralCode(deps, query),
  });
  route(app, {
    method: 'POST',
    url: '/referrals/referrer-code',
    operationId: 'setReferrer',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary: 'Names the referrer of the investor by their referral code, once.',
    body: ReferrerChoice,
    answer: Referrer,
    handle: ({ caller, body }) => setReferrer(deps, { customerId: caller.customerId, referralCode: body.referralCode }),
  });
  route(app, {
    method: 'GET',
    url: '/referrals',
    operationId: 'readReferrals',
    guard: 'customer',
    tag: 'extension',
    summary: 'Who referred the investor, how many they referred, and what they earned by it.',
    answer: Referrals,
    handle: ({ caller }) => readReferrals(deps, caller.customerId),
  });
  route(app, {
    method: 'GET',
    url: '/referrals/referees',
    operationId: 'listReferees',
    guard: 'customer',
    tag: 'extension',
    summary: 'Whom the investor referred, newest first.',
    query: PageQuery,
    answer: RefereesPage,
    handle: ({ caller, query }) => listReferees(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/referrals/rewards',
    operationId: 'listReferralRewards',
    guard: 'customer',
    tag: 'extension',
    summary: 'Rewards of the investor, newest first, with what of each is paid, due, or waits for an invoice.',
    query: PageQuery,
    answer: RewardsPage,
    handle: ({ caller, query }) => listReferralRewards(deps, { customerId: caller.customerId, ...query }),
  });
}

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
    permission: 'money.read',
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
    permission: 'money.read',
    tag: 'administration',
    summary: 'Rewards above the yearly cap, by referrer and year: waiting for an invoice, and received.',
    answer: WaitingForInvoice,
    handle: () => listWaitingForInvoice(deps),
  });
  route(app, {
    method: 'POST',
    url: '/administration/referral-for-primary-purchase/invoice-received',
    operationId: 'receiveInvoice',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary:
      'Unblocks the rewards that an invoice covers: multipart fields `file` (PDF or image, 10 MB), `invoiceAmountInCents`, `year` and optionally `email`.',
    consumes: 'multipart',
    form: InvoiceForm,
    answer: ReceivedInvoice,
    errors: receiveInvoiceErrors,
    audit: 'REFERRAL_UPLOAD_INVOICE_TO_UNBLOCK',
    readUpload: readInvoiceUpload,
    moves: deps,
    handle: ({ upload, audit, idempotency }, deps) => receiveInvoice(deps, { upload, audit, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/referral-for-primary-purchase/invoices',
    operationId: 'listReceivedInvoices',
    guard: 'administrator',
    permission: 'money.read',
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
    permission: 'money.read',
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
