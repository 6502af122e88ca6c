// Every route group of Mortar in one visible list; nothing is found by magic.

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { MovableClock } from './core/clock.ts';
import { requestsPerMinute } from './core/config.ts';
import { type Answered, createServer } from './core/http/server.ts';
import type { ListedJob } from './core/jobs.ts';
import type { AppDeps } from './deps.ts';
import { adminActionRoutes } from './features/admin-actions/index.ts';
import { autoInvestmentRoutes } from './features/auto-investment/index.ts';
import { backgroundJobRoutes } from './features/background-jobs/index.ts';
import { bankAccountRoutes } from './features/bank-accounts/index.ts';
import { brickPriceRoutes } from './features/brick-prices/index.ts';
import { companySearchRoutes } from './features/company-search/index.ts';
import { contractBudgetRoutes } from './features/contract-budget/index.ts';
import { customerRoutes } from './features/customers/index.ts';
import { defaultsWebhookRoutes } from './features/defaults-webhook/index.ts';
import { depositRoutes } from './features/deposits/index.ts';
import { directDebitRoutes } from './features/direct-debits/index.ts';
import { finalSettlementRoutes } from './features/final-settlement/index.ts';
import { financingRequestRoutes } from './features/financing-requests/index.ts';
import { fundingRoutes } from './features/funding/index.ts';
import { giftCardRoutes } from './features/gift-cards/index.ts';
import { homeNewsRoutes } from './features/home-news/index.ts';
import { incomingWireRoutes } from './features/incoming-wires/index.ts';
import { investmentPlanRoutes } from './features/investment-plan/index.ts';
import { invoiceRoutes } from './features/invoices/index.ts';
import { ledgerProofRoutes } from './features/ledger-proof/index.ts';
import { managementFeeRoutes } from './features/management-fees/index.ts';
import { marketplaceRoutes, ownDealRoutes } from './features/marketplace/index.ts';
import { mfaRoutes } from './features/mfa/index.ts';
import { onboardingRoutes } from './features/onboarding/index.ts';
import { devRoutes, operatorRoutes } from './features/operator/index.ts';
import { paymentScheduleRoutes } from './features/payment-schedule/index.ts';
import { administrationPaymentRoutes } from './features/payments/index.ts';
import { payoutRoutes } from './features/payouts/index.ts';
import { primaryPurchaseRoutes } from './features/primary-purchase/index.ts';
import { profileCorrectionRoutes } from './features/profile-corrections/index.ts';
import { projectOwnerRoutes } from './features/project-owners/index.ts';
import { propertyEditingRoutes, propertyListingRoutes, propertyRoutes } from './features/properties/index.ts';
import { propertyFileRoutes } from './features/property-files/index.ts';
import { providerEventRoutes, providerWebhookRoutes } from './features/provider-webhooks/index.ts';
import { reconciliationRoutes } from './features/reconciliation/index.ts';
import { referralRewardRoutes } from './features/referral-rewards/index.ts';
import { referralRoutes } from './features/referrals/index.ts';
import { resaleRoutes } from './features/resale/index.ts';
import { createGuards, sessionCookieName, sessionRoutes } from './features/session/index.ts';
import { spvRoutes } from './features/spvs/index.ts';
import { taxationRoutes } from './features/taxation/index.ts';
import { tradePaperRoutes } from './features/trade-papers/index.ts';
import { votingRoutes } from './features/voting/index.ts';
import { walletRoutes } from './features/wallet/index.ts';
import { withdrawalRoutes } from './features/withdrawals/index.ts';
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
