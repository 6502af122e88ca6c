// HTTP of the SPVs.

import type { FastifyInstance } from 'fastify';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, partOf } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { bankAccountsErrors, createSpvErrors, readSpvErrors, updateSpvErrors, walletErrors } from './errors.ts';
import { findSpvWithProjects, listSpvsWithProjects } from './queries.ts';
import { SPV_COUNTRIES } from './rules.ts';
import {
  Countries,
  NewSpv,
  ProviderBalance,
  SddMandates,
  Spv,
  SpvChanges,
  SpvList,
  SpvListQuery,
  SpvParams,
  WalletParams,
  WithdrawBankAccounts,
} from './schemas.ts';
import { createSpv, toSpvView, updateSpv } from './spvs.ts';
import { listSddMandates, listWithdrawBankAccounts, readProviderBalance } from './wallet.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;

/** Registers the group. */
export function spvRoutes(app: FastifyInstance, deps: Deps): void {
  recordRoutes(app, deps);
  walletRoutes(app, deps);
}

function recordRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'GET',
    url: '/administration/spv',
    operationId: 'listSpvs',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'SPVs with their projects, newest first.',
    query: SpvListQuery,
    answer: SpvList,
    handle: async ({ query: { limit, cursor, country, search }, request, reply }) => {
      const rows = await listSpvsWithProjects(deps.db, { country, search: search?.trim(), limit, after: decodeCursor(cursor) });
      return partOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }), { request, reply }).map(toSpvView);
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/spv/countries',
    operationId: 'listCountries',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Countries in which an SPV may be registered.',
    answer: Countries,
    handle: async () => [...SPV_COUNTRIES],
  });
  route(app, {
    method: 'GET',
    url: '/administration/spv/:id',
    operationId: 'readSpv',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'One SPV with its projects.',
    params: SpvParams,
    answer: Spv,
    errors: readSpvErrors,
    handle: async ({ params }) => {
      const spv = await findSpvWithProjects(deps.db, params.id);
      if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
      return toSpvView(spv);
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/spv',
    operationId: 'createSpv',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Creates an SPV.',
    body: NewSpv,
    answer: Spv,
    errors: createSpvErrors,
    audit: 'SPV_CREATION',
    handle: ({ body, audit }) => createSpv(deps, { spv: body, audit }),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/spv',
    operationId: 'updateSpv',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Updates the SPV that the body names.',
    body: SpvChanges,
    errors: updateSpvErrors,
    audit: 'SPV_EDIT',
    handle: async ({ body, audit }) => {
      await updateSpv(deps, { spv: body, audit });
      return undefined;
    },
  });
}

function walletRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'GET',
    url: '/administration/spv/:id/provider-balance-available',
    operationId: 'readProviderBalance',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'administration',
    summary: "Available balance of the SPV's wallet, from the provider.",
    params: WalletParams,
    answer: ProviderBalance,
    errors: walletErrors,
    handle: ({ params, endUser }) => readProviderBalance(deps, { id: params.id, endUser }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/spv/:id/withdraw-bank-accounts',
    operationId: 'listWithdrawBankAccounts',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'administration',
    summary: "IBANs registered on the SPV's wallet, from the provider.",
    params: WalletParams,
    answer: WithdrawBankAccounts,
    errors: bankAccountsErrors,
    handle: ({ params, endUser }) => listWithdrawBankAccounts(deps, { id: params.id, endUser }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/spv/:id/sdd-mandates',
    operationId: 'listSddMandates',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: "Direct-debit mandates on the SPV's wallet, from the provider.",
    params: WalletParams,
    answer: SddMandates,
    errors: walletErrors,
    handle: ({ params, endUser }) => listSddMandates(deps, { id: params.id, endUser }),
  });
}
