// The list of all route groups, and the server that they are registered on.

import type { FastifyInstance } from 'fastify';
import { FIRST_PAGE, ROOMS, TAGS } from './api-description.ts';
import { requestsPerMinute } from './config/service.ts';
import type { MovableClock } from './core/clock.ts';
import { heavyLimits } from './core/concurrency/admission.ts';
import type { Database } from './core/db/pool.ts';
import type { Replica } from './core/db/replica.ts';
import type { MoneyRequests, MoneyRoute } from './core/http/money-requests.ts';
import { describeAs } from './core/http/openapi.ts';
import { type Answered, createServer } from './core/http/server.ts';
import type { ListedJob } from './core/jobs/jobs.ts';
import { repeatEvery } from './core/periodic-tasks.ts';
import { passed, type Stop } from './core/stop.ts';
import type { Tracing } from './core/telemetry/trace-exporter.ts';
import type { AppDeps } from './deps.ts';
import { addressUndoRoutes } from './features/access/address-undo/index.ts';
import { administratorRoutes } from './features/access/administrators/index.ts';
import { customerAdministrationRoutes } from './features/access/customer-administration/index.ts';
import { customerRoutes } from './features/access/customers/index.ts';
import { factorRoutes } from './features/access/factors/index.ts';
import { investorPasskeyRoutes } from './features/access/investor-passkeys/index.ts';
import { mfaRoutes, ownMfaRoutes } from './features/access/mfa/index.ts';
import { companySearchRoutes, onboardingRoutes } from './features/access/onboarding/index.ts';
import { onlineOnboardingRoutes } from './features/access/online-onboarding/index.ts';
import { profileCorrectionRoutes } from './features/access/profile-corrections/index.ts';
import { savedFilterRoutes } from './features/access/saved-filters/index.ts';
import { createGuards, sessionCookieName, sessionRoutes } from './features/access/session/index.ts';
import { singleSignOnRoutes } from './features/access/single-sign-on/index.ts';
import { taxIdentityRoutes } from './features/access/tax-identity/index.ts';
import { autoInvestmentRoutes, investmentPlanRoutes } from './features/investing/auto-investment/index.ts';
import { bankAccountRoutes } from './features/investing/bank-accounts/index.ts';
import { calendarRoutes } from './features/investing/calendar/index.ts';
import { giftCardRoutes } from './features/investing/gift-cards/index.ts';
import { homeNewsRoutes } from './features/investing/home-news/index.ts';
import { invoiceRoutes, tradePaperRoutes } from './features/investing/invoices/index.ts';
import { marketplaceRoutes, ownDealRoutes } from './features/investing/marketplace/index.ts';
import { notificationRoutes } from './features/investing/notifications/index.ts';
import { portfolioRoutes } from './features/investing/portfolio/index.ts';
import { primaryPurchaseRoutes } from './features/investing/primary-purchase/index.ts';
import { referralRewardRoutes, referralRoutes } from './features/investing/referrals/index.ts';
import { simulationRoutes } from './features/investing/simulation/index.ts';
import { taxationRoutes } from './features/investing/taxation/index.ts';
import { depositRoutes, walletRoutes } from './features/investing/wallet/index.ts';
import { withdrawalRoutes } from './features/investing/withdrawals/index.ts';
import { approvalRoutes, carryOnApproved, moneyRequests, type OnDebit } from './features/operations/approvals/index.ts';
import { adminActionRoutes, sentMailRoutes } from './features/operations/audit/index.ts';
import { backgroundJobRoutes } from './features/operations/background-jobs/index.ts';
import { chargeBackRoutes } from './features/operations/charge-backs/index.ts';
import { complaintRoutes } from './features/operations/complaints/index.ts';
import { erasureRoutes } from './features/operations/erasure/index.ts';
import { healthRoutes } from './features/operations/health/index.ts';
import { ledgerProofRoutes } from './features/operations/ledger-proof/index.ts';
import { noteRoutes } from './features/operations/notes/index.ts';
import { devRoutes, operatorRoutes, probeRoutes, settingsRoutes } from './features/operations/operator/index.ts';
import { consoleRoutes, investorPageRoutes } from './features/operations/pages/index.ts';
import { administrationPaymentRoutes, paymentIncidentRoutes, projectPurseRoutes } from './features/operations/payments/index.ts';
import { personalDataRoutes } from './features/operations/personal-data/index.ts';
import { providerEventRoutes, providerWebhookRoutes } from './features/operations/provider-webhooks/index.ts';
import { reconciliationRoutes } from './features/operations/reconciliation/index.ts';
import { searchRoutes } from './features/operations/search/index.ts';
import { todayRoutes } from './features/operations/today/index.ts';
import { brickPriceRoutes } from './features/projects/brick-prices/index.ts';
import { contractBudgetRoutes } from './features/projects/contract-budget/index.ts';
import { fundingRoutes } from './features/projects/funding/index.ts';
import { holderRoutes } from './features/projects/holders/index.ts';
import { financingRequestRoutes, projectOwnerRoutes } from './features/projects/project-owners/index.ts';
import {
  propertyEditingRoutes,
  propertyFileRoutes,
  propertyListingRoutes,
  propertyRoutes,
} from './features/projects/properties/index.ts';
import { resaleRoutes } from './features/projects/resale/index.ts';
import { spvRoutes } from './features/projects/spvs/index.ts';
import { trackRecordRoutes } from './features/projects/track-record/index.ts';
import { archivedWireRoutes } from './features/repayment/archived-wires/index.ts';
import { defaultsWebhookRoutes, votingRoutes } from './features/repayment/defaults-platform/index.ts';
import { directDebitRoutes } from './features/repayment/direct-debits/index.ts';
import { finalSettlementRoutes } from './features/repayment/final-settlement/index.ts';
import { giveUpRoutes } from './features/repayment/give-up/index.ts';
import { incomingWireRoutes } from './features/repayment/incoming-wires/index.ts';
import { managementFeeRoutes } from './features/repayment/management-fees/index.ts';
import { paymentScheduleRoutes } from './features/repayment/payment-schedule/index.ts';
import { payoutRoutes } from './features/repayment/payouts/index.ts';
import { automationWebhooks } from './providers/automation/index.ts';

type RouteGroup = (app: FastifyInstance, deps: AppDeps) => void | Promise<void>;

/** The rooms that have routes, by wing, as the API description groups them. */
const WINGS: Readonly<Record<string, Readonly<Record<string, readonly RouteGroup[]>>>> = {
  access: {
    session: [sessionRoutes],
    administrators: [administratorRoutes],
    'single-sign-on': [singleSignOnRoutes],
    factors: [factorRoutes],
    'investor-passkeys': [investorPasskeyRoutes],
    mfa: [mfaRoutes, addressUndoRoutes, ownMfaRoutes],
    onboarding: [onboardingRoutes],
    'online-onboarding': [onlineOnboardingRoutes],
    'profile-corrections': [profileCorrectionRoutes],
    'tax-identity': [taxIdentityRoutes],
    customers: [customerRoutes, customerAdministrationRoutes],
    'company-search': [companySearchRoutes],
  },
  investing: {
    wallet: [walletRoutes],
    'bank-accounts': [bankAccountRoutes],
    deposits: [depositRoutes],
    withdrawals: [withdrawalRoutes],
    'primary-purchase': [primaryPurchaseRoutes],
    portfolio: [portfolioRoutes],
    simulation: [simulationRoutes],
    calendar: [calendarRoutes],
    'auto-investment': [investmentPlanRoutes, autoInvestmentRoutes],
    marketplace: [marketplaceRoutes, ownDealRoutes],
    'trade-papers': [tradePaperRoutes],
    'gift-cards': [giftCardRoutes],
    referrals: [referralRoutes, referralRewardRoutes],
    taxation: [taxationRoutes],
    invoices: [invoiceRoutes],
    'home-news': [homeNewsRoutes],
    notifications: [notificationRoutes],
  },
  projects: {
    properties: [propertyListingRoutes, propertyRoutes, propertyFileRoutes, brickPriceRoutes, propertyEditingRoutes],
    'track-record': [trackRecordRoutes],
    holders: [holderRoutes],
    'project-owners': [projectOwnerRoutes],
    spvs: [spvRoutes],
    'financing-requests': [financingRequestRoutes],
    funding: [fundingRoutes],
    'contract-budget': [contractBudgetRoutes],
    resale: [resaleRoutes],
    voting: [votingRoutes],
  },
  repayment: {
    'payment-schedule': [paymentScheduleRoutes],
    'direct-debits': [directDebitRoutes],
    'management-fees': [managementFeeRoutes],
    payouts: [payoutRoutes],
    'incoming-wires': [incomingWireRoutes],
    'archived-wires': [archivedWireRoutes],
    'defaults-webhook': [defaultsWebhookRoutes],
    'final-settlement': [finalSettlementRoutes],
    'give-up': [giveUpRoutes],
  },
  operations: {
    today: [todayRoutes],
    health: [healthRoutes],
    search: [searchRoutes],
    complaints: [complaintRoutes],
    notes: [noteRoutes],
    'saved-filters': [savedFilterRoutes],
    // Registered apart, with all routes that move money.
    approvals: [],
    payments: [administrationPaymentRoutes, projectPurseRoutes],
    'provider-webhooks': [providerWebhookRoutes, providerEventRoutes],
    'charge-backs': [chargeBackRoutes],
    reconciliation: [reconciliationRoutes],
    'ledger-proof': [ledgerProofRoutes, paymentIncidentRoutes],
    'sent-mails': [sentMailRoutes],
    'background-jobs': [backgroundJobRoutes],
    'admin-actions': [adminActionRoutes],
    'personal-data': [personalDataRoutes],
    erasure: [erasureRoutes],
    operator: [operatorRoutes, settingsRoutes],
    pages: [consoleRoutes, investorPageRoutes],
  },
};

type AppOptions = {
  /** Of the service. */
  version: string;
  movable: MovableClock | undefined;
  jobs: readonly ListedJob<AppDeps>[];
  background: AppDeps;
  /** The parts of a dry run on this database. */
  dryRunDeps: (db: Database, onDebit: OnDebit) => AppDeps;
  replica?: Replica | undefined;
  tracing?: Tracing | undefined;
  onAnswered?: (answered: Answered) => void;
};

/**
 * The application, ready to listen. `movable` is absent in production, and so are the /dev routes; those run `jobs` with the timeouts of
 * background work.
 */
export async function buildApp(deps: AppDeps, options: AppOptions): Promise<FastifyInstance> {
  const routes = new Map<string, MoneyRoute>();
  const money = { ...deps, dryRunDeps: options.dryRunDeps, routes };
  const app = await newServer(deps, { ...options, moneyRequests: moneyRequests(money, routes) });
  for (const [room, groups] of Object.values(WINGS).flatMap((rooms) => Object.entries(rooms)))
    for (const register of groups) await describeAs(app, room, () => register(app, deps));
  await describeAs(app, 'approvals', () => approvalRoutes(app, money));
  carryOn(app, money);
  const { movable, jobs, background } = options;
  if (movable) await describeAs(app, 'operator', () => devRoutes(app, deps, { clock: movable, jobs, background }));
  return app;
}

const CARRY_ON_EVERY_MS = 5_000;

/** Only a process that has the routes can execute what was approved in one that has died since. */
function carryOn(app: FastifyInstance, money: Parameters<typeof carryOnApproved>[0]): void {
  const onError = (err: unknown) => money.log.warn({ err }, 'approved requests not carried on');
  const carrying = repeatEvery(CARRY_ON_EVERY_MS, () => carryOnApproved(money), { onError });
  app.addHook('onClose', () => carrying.stop());
}

/** What a process that is only a worker answers: probes and metrics, with the guards, limits and log of every other answer. */
export async function buildWorkerApp(deps: AppDeps, { version }: Pick<AppOptions, 'version'>): Promise<FastifyInstance> {
  const app = await newServer(deps, { version, background: deps });
  await describeAs(app, 'operator', () => probeRoutes(app, deps));
  return app;
}

/** The server without its routes, configured by the settings. */
function newServer(
  deps: AppDeps,
  {
    version,
    background,
    replica,
    tracing,
    onAnswered,
    moneyRequests,
  }: Pick<AppOptions, 'version' | 'background' | 'replica' | 'tracing' | 'onAnswered'> & { moneyRequests?: MoneyRequests },
): Promise<FastifyInstance> {
  return createServer({
    log: deps.log,
    db: deps.db,
    backgroundDb: background.db,
    replica,
    tracing,
    clock: deps.clock,
    guards: createGuards(deps),
    origins: deps.config,
    sessionCookie: sessionCookieName(deps.config.PUBLIC_URL),
    face: deps.config,
    trustedProxies: deps.config.TRUST_PROXY ? deps.config.TRUST_PROXY_HOPS : 0,
    requestsPerMinute: requestsPerMinute(deps.config),
    heavy: heavyLimits(deps.config),
    requestTimeoutMs: deps.config.REQUEST_TIMEOUT_MS,
    stopping: deps.process.stopping,
    onLine: deps.metrics.watchLine,
    moneyRequests,
    version,
    description: {
      firstPage: FIRST_PAGE,
      rooms: ROOMS,
      wings: WINGS,
      tags: TAGS,
      webhooks: automationWebhooks,
    },
    onAnswered: (answered) => {
      deps.metrics.observeRequest(answered);
      onAnswered?.(answered);
    },
  });
}

type Listening = { host: string; port: number; stop: Stop; until: 'serving' | 'asking' };

/** Starts to answer; returns the address. In the phase `until` no more requests are taken, and those that run are answered. */
export function listen(app: FastifyInstance, { host, port, stop, until }: Listening): Promise<string> {
  stop.add(until, (soon) => Promise.race([app.close(), passed(soon).then(() => app.server.closeAllConnections())]));
  return app.listen({ host, port });
}
