// HTTP of referral codes.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../core/environment.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { checkReferralCode } from './check-referral-code.ts';
import { listReferees, listReferralRewards, readReferrals } from './read-referrals.ts';
import {
  RefereesPage,
  ReferralCodeExists,
  ReferralCodeQuery,
  Referrals,
  Referrer,
  ReferrerChoice,
  RewardsPage,
} from './schemas.ts';
import { setReferrer } from './set-referrer.ts';

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
    money: 'stays',
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
