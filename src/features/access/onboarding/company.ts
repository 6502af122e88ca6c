// Companies of the registry: found by name or number, and handed in by a business.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  type Customer,
  enqueueProviderUpdate,
  findCustomer,
  hasCompany,
  type InvestorView,
  lockCustomer,
  readInvestorView,
  writeCompany,
} from '../customers/index.ts';
import { COMPANY_CEASED, COMPANY_KIND_NOT_ACCEPTED, COMPANY_NOT_FOUND } from './errors.ts';
import {
  companyOf,
  isKycOpen,
  type RegisteredCompany,
  registryAnswer,
  type SentCompany,
  sirenIn,
  toSuggestion,
  wordsOf,
} from './rules.ts';
import type { Companies } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'registry' | 'config' | 'cache'>;

/** Long enough for an investor who corrects what they typed; companies change more slowly. */
const CACHE_SECONDS = 60;

/**
 * 1. check that the investor is a business; 2. look the number up in the registry; 3. take name and address from the registry or
 * the body; 4. under the lock, and only while KYC is open or there is no company yet: write the company, and send it to the
 * provider if it has the account already. Errors: `forbidden`, `registry-search-failed`, `company.not-found`,
 * `company.ceased`, `company.kind-not-accepted`, `validation-failed`.
 */
export async function handInCompany(deps: Deps, input: { customerId: CustomerId; sent: SentCompany }): Promise<InvestorView> {
  const { customerId, sent } = input;
  assertBusiness(await findCustomer(deps.db, customerId));
  const { company, faults } = companyOf(sent, await readRegistry(deps, sent.registrationNumber.replace(/\s/g, '')));
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });

  await inTransaction(deps.db, async (tx) => {
    const customer = assertBusiness(await lockCustomer(tx, customerId));
    const isKnown = customer.onboardingVersion === 'v2' && customer.providerKind !== null;
    if ((isKnown || !isKycOpen(customer.kycStatus)) && (await hasCompany(tx, customerId))) throw new AppError(FORBIDDEN);
    if (customer.onboardingVersion === 'v2' && company.kind !== 'company') throw new AppError(COMPANY_KIND_NOT_ACCEPTED);
    await writeCompany(tx, customerId, company, deps.clock.now());
    await enqueueProviderUpdate(tx, deps, customer);
  });
  return readInvestorView(deps.db, customerId);
}

function assertBusiness(customer: Customer | undefined): Customer {
  if (customer?.customerType !== 'business') throw new AppError(FORBIDDEN, { detail: 'Only a business has a company.' });
  return customer;
}

/** The registry's record of a company that exists and has not ceased. */
async function readRegistry(deps: Pick<Deps, 'registry'>, registrationNumber: string): Promise<RegisteredCompany> {
  const company = registryAnswer(await deps.registry.findCompany(registrationNumber));
  if (company === null) throw new AppError(COMPANY_NOT_FOUND);
  if (company.entreprise_cessee === true) throw new AppError(COMPANY_CEASED);
  return company;
}

/**
 * Nine digits are looked up and give one suggestion, or none for an unknown number. Any other text is a search by name, answered
 * as the registry answers it. Successful answers are cached for {@link CACHE_SECONDS}. Error: `registry-search-failed` with the
 * message that the documents fix.
 */
export async function searchCompanies(
  deps: Deps,
  query: { q: string; longueur?: number; types?: readonly string[] },
): Promise<Companies> {
  const siren = sirenIn(query.q);
  return siren === undefined ? searchByName(deps, query) : findBySiren(deps, siren);
}

async function findBySiren(deps: Deps, siren: string): Promise<Companies> {
  return cached(deps, `registry:siren:${siren}`, async () => {
    const company = registryAnswer(await deps.registry.findCompany(siren));
    return { resultats_siren: company === null ? [] : [toSuggestion(company)] };
  });
}

async function searchByName(deps: Deps, query: { q: string; longueur?: number; types?: readonly string[] }): Promise<Companies> {
  const search = { q: query.q.trim(), length: query.longueur, types: wordsOf(query.types ?? []) };
  const key = `registry:name:${JSON.stringify([search.q, search.length ?? null, search.types])}`;
  return cached(deps, key, async () => {
    const { companies, throughRepresentatives } = registryAnswer(await deps.registry.suggest(search));
    return {
      resultats_nom_entreprise: companies,
      ...(throughRepresentatives && { resultats_representant: throughRepresentatives }),
    };
  });
}

function cached(deps: Deps, key: string, load: () => Promise<Companies>): Promise<Companies> {
  return deps.cache.getRecent(key, CACHE_SECONDS, load);
}
