// GET /administration/property/:propertyId/publish-checklist: every rule of a publication, and whether the property meets it now.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';
import { PROPERTY_SPV_NOT_FOUND, PROVIDER_ACCOUNT_NOT_VALIDATED } from './errors.ts';
import { judgeWallet } from './judge-wallet.ts';
import { draftOf, publishTerms } from './publish-rules.ts';
import { findProperty } from './queries.ts';
import { type Draft, FUNDABLE_CHECKS, type PublishCheck, type PublishTerms, SHOWABLE_CHECKS } from './rules.ts';
import type { PublishChecklist } from './schemas.ts';

type Check = PublishChecklist['checks'][number];

/** What the wallet must be, in the order in which it is asked. */
const WALLET_CHECKS = [
  { rule: 'has-spv', code: PROPERTY_SPV_NOT_FOUND, field: 'spvId' },
  { rule: 'spv-has-wallet', code: SPV_PROVIDER_WALLET_NOT_FOUND, field: 'spvId' },
  { rule: 'wallet-is-validated', code: PROVIDER_ACCOUNT_NOT_VALIDATED, field: 'spvId' },
] as const;

/**
 * The very checks of the publication, all of them, in its order; nothing is locked or written. A rule behind a refused one of the wallet
 * is `unknown`, as is every one of them when the provider does not answer. Error: `property.not-found`.
 */
export async function readPublishChecklist(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>,
  input: {
    propertyId: PropertyId;
    displayDate: Temporal.Instant | undefined;
    endUser: { address: string; userAgent: string | undefined };
  },
): Promise<PublishChecklist> {
  const property = await findProperty(deps.db, input.propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const terms = publishTerms(deps.config, { now: deps.clock.now(), displayDate: input.displayDate });
  const draft = draftOf(property);
  const wallet = await judgeWallet(deps, property.spv_id, input.endUser);
  const judged = (checks: readonly PublishCheck[]) => checks.map((check) => view(check, draft, terms));
  const checks = [
    ...judged(FUNDABLE_CHECKS),
    ...walletChecks(wallet.ok ? undefined : wallet.refusal),
    ...judged(SHOWABLE_CHECKS),
  ];
  return { propertyId: input.propertyId, isPublishable: checks.every(({ state }) => state === 'met'), checks };
}

function view({ rule, code, field, isBroken }: PublishCheck, draft: Draft, terms: PublishTerms): Check {
  return { rule, code, field, state: isBroken(draft, terms) ? 'broken' : 'met' };
}

function walletChecks(refusal: AppError | undefined): Check[] {
  const brokenAt = refusal === undefined ? WALLET_CHECKS.length : WALLET_CHECKS.findIndex(({ code }) => code === refusal.code);
  const isSilent = refusal?.code === INTERNAL_ERROR;
  return WALLET_CHECKS.map((check, index) => {
    // An SPV with a wallet was found before the provider was asked.
    if (isSilent) return { ...check, state: index < 2 ? 'met' : 'unknown' };
    return { ...check, state: index < brokenAt ? 'met' : index === brokenAt ? 'broken' : 'unknown' };
  });
}
