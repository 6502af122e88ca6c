// Every route group of Mortar in one visible list; nothing is found by magic.

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { MovableClock } from './core/clock.ts';
import { requestsPerMinute } from './core/config.ts';
import { type Answered, createServer } from './core/http/server.ts';
import type { ListedJob } from './core/jobs.ts';
import type { AppDeps } from './deps.ts';
import { adminActionRoutes } from './features/access/admin-actions/index.ts';
import { backgroundJobRoutes } from './features/access/background-jobs/index.ts';
import { companySearchRoutes } from './features/access/company-search/index.ts';
import { customerRoutes } from './features/access/customers/index.ts';
import { mfaRoutes } from './features/access/mfa/index.ts';
import { onboardingRoutes } from './features/access/onboarding/index.ts';
import { devRoutes, operatorRoutes } from './features/access/operator/index.ts';
import { profileCorrectionRoutes } from './features/access/profile-corrections/index.ts';
import { createGuards, sessionCookieName, sessionRoutes } from './features/access/session/index.ts';
import { autoInvestmentRoutes, investmentPlanRoutes } from './features/investing/auto-investment/index.ts';
import { bankAccountRoutes } from './features/investing/bank-accounts/index.ts';
import { depositRoutes } from './features/investing/deposits/index.ts';
import { giftCardRoutes } from './features/investing/gift-cards/index.ts';
import { homeNewsRoutes } from './features/investing/home-news/index.ts';
import { invoiceRoutes } from './features/investing/invoices/index.ts';
import { marketplaceRoutes, ownDealRoutes } from './features/investing/marketplace/index.ts';
import { primaryPurchaseRoutes } from './features/investing/primary-purchase/index.ts';
import { referralRewardRoutes, referralRoutes } from './features/investing/referrals/index.ts';
import { taxationRoutes } from './features/investing/taxation/index.ts';
import { tradePaperRoutes } from './features/investing/trade-papers/index.ts';
import { walletRoutes } from './features/investing/wallet/index.ts';
import { withdrawalRoutes } from './features/investing/withdrawals/index.ts';
import { contractBudgetRoutes } from './features/projects/contract-budget/index.ts';
import { financingRequestRoutes } from './features/projects/financing-requests/index.ts';
import { fundingRoutes } from './features/projects/funding/index.ts';
import { projectOwnerRoutes } from './features/projects/project-owners/index.ts';
import {
  brickPriceRoutes,
  propertyEditingRoutes,
  propertyFileRoutes,
  propertyListingRoutes,
  propertyRoutes,
} from './features/projects/properties/index.ts';
import { resaleRoutes } from './features/projects/resale/index.ts';
import { spvRoutes } from './features/projects/spvs/index.ts';
import { votingRoutes } from './features/projects/voting/index.ts';
import { defaultsWebhookRoutes } from './features/repayment/defaults-webhook/index.ts';
import { directDebitRoutes } from './features/repayment/direct-debits/index.ts';
import { finalSettlementRoutes } from './features/repayment/final-settlement/index.ts';
import { managementFeeRoutes } from './features/repayment/management-fees/index.ts';
import { paymentScheduleRoutes } from './features/repayment/payment-schedule/index.ts';
import { payoutRoutes } from './features/repayment/payouts/index.ts';
import { incomingWireRoutes } from './features/treasury/incoming-wires/index.ts';
import { ledgerProofRoutes } from './features/treasury/ledger-proof/index.ts';
import { administrationPaymentRoutes } from './features/treasury/payments/index.ts';
import { providerEventRoutes, providerWebhookRoutes } from './features/treasury/provider-webhooks/index.ts';
import { reconciliationRoutes } from './features/treasury/reconciliation/index.ts';
import { automationWebhooks } from './providers/automation/index.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

type AppOptions = {
  movable: MovableClock | undefined;
  jobs: readonly ListedJob<AppDeps>[];
  background: AppDeps;
  onAnswered?: (answered: Answered) => void;
};

/**
 * The application, ready to listen. `movable` is absent in production, and the /dev routes with it; they start `jobs` with the
 * patience of the background.
 */
export async function buildApp(deps: AppDeps, options: AppOptions): Promise<FastifyInstance> {
  const app = await newServer(deps, options);
  await sessionRoutes(app, deps);
  mfaRoutes(app, deps);
  onboardingRoutes(app, deps);
  profileCorrectionRoutes(app, deps);
  referralRoutes(app, deps);
  customerRoutes(app, deps);
  walletRoutes(app, deps);
  bankAccountRoutes(app, deps);
  depositRoutes(app, deps);
  primaryPurchaseRoutes(app, deps);
  marketplaceRoutes(app, deps);
  ownDealRoutes(app, deps);
  tradePaperRoutes(app, deps);
  votingRoutes(app, deps);
  taxationRoutes(app, deps);
  withdrawalRoutes(app, deps);
  companySearchRoutes(app, deps);
  giftCardRoutes(app, deps);
  investmentPlanRoutes(app, deps);
  invoiceRoutes(app, deps);
  homeNewsRoutes(app, deps);
  projectOwnerRoutes(app, deps);
  spvRoutes(app, deps);
  propertyListingRoutes(app, deps);
  propertyRoutes(app, deps);
  propertyFileRoutes(app, deps);
  brickPriceRoutes(app, deps);
  propertyEditingRoutes(app, deps);
  contractBudgetRoutes(app, deps);
  finalSettlementRoutes(app, deps);
  resaleRoutes(app, deps);
  financingRequestRoutes(app, deps);
  fundingRoutes(app, deps);
  autoInvestmentRoutes(app, deps);
  referralRewardRoutes(app, deps);
  paymentScheduleRoutes(app, deps);
  directDebitRoutes(app, deps);
  incomingWireRoutes(app, deps);
  managementFeeRoutes(app, deps);
  payoutRoutes(app, deps);
  defaultsWebhookRoutes(app, deps);
  adminActionRoutes(app, deps);
  ledgerProofRoutes(app, deps);
  reconciliationRoutes(app, deps);
  administrationPaymentRoutes(app, deps);
  backgroundJobRoutes(app, deps);
  providerEventRoutes(app, deps);
  providerWebhookRoutes(app, deps);
  await operatorRoutes(app, deps);
  if (options.movable) devRoutes(app, deps, { clock: options.movable, jobs: options.jobs, background: options.background });
  return app;
}

/** The server without its routes, as the settings want it. */
function newServer(deps: AppDeps, { background, onAnswered }: AppOptions): Promise<FastifyInstance> {
  return createServer({
    log: deps.log,
    db: deps.db,
    patientDb: background.db,
    clock: deps.clock,
    guards: createGuards(deps),
    origins: deps.config,
    sessionCookie: sessionCookieName(deps.config.PUBLIC_URL),
    trustedProxies: deps.config.TRUST_PROXY ? deps.config.TRUST_PROXY_HOPS : 0,
    requestsPerMinute: requestsPerMinute(deps.config),
    requestTimeoutMs: deps.config.REQUEST_TIMEOUT_MS,
    stopping: deps.process.stopping,
    version,
    webhooks: automationWebhooks,
    onAnswered: (answered) => {
      deps.metrics.observeRequest(answered);
      onAnswered?.(answered);
    },
  });
}
