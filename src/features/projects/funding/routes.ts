// HTTP of the funding cycle.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { transferCompanyFee } from './company-fee.ts';
import {
  endFundingErrors,
  listTransfersErrors,
  readFundingErrors,
  takeBackTransferErrors,
  transferFiducieFeesErrors,
  transferFundingFeesErrors,
  transferFundsErrors,
} from './errors.ts';
import { endFunding, readFunding, readFundingProgress } from './funding.ts';
import { recordOwnerTransfer, takeBackOwnerTransfer } from './owner-records.ts';
import { listOwnerTransfers, transferFundsToOwner } from './owner-transfer.ts';
import {
  CompanyFee,
  EndFundingParams,
  FundingParams,
  FundingProgress,
  FundingView,
  OwnerTransferAnswer,
  OwnerTransferBody,
  OwnerTransferParams,
  OwnerTransfers,
  OwnerTransfersQuery,
  TakeBackOwnerTransfer,
} from './schemas.ts';

/** Registers the group. */
export function fundingRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding',
    operationId: 'readFunding',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Funding information, key dates, purchased amounts and remaining bricks.',
    params: FundingParams,
    answer: FundingView,
    errors: readFundingErrors,
    handle: ({ params }) => readFunding(deps, params.propertyId),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding/progress',
    operationId: 'readFundingProgress',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'What was bought on each day of the funding, as far as it is confirmed now.',
    params: FundingParams,
    answer: FundingProgress,
    errors: readFundingErrors,
    handle: ({ params }) => readFundingProgress(deps, params.propertyId),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/end/:endType',
    operationId: 'endFunding',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary: 'Closes the funding with success.',
    params: EndFundingParams,
    answer: FundingView,
    errors: endFundingErrors,
    audit: 'PROPERTY_END_FUNDING',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) => endFunding(deps, { propertyId: params.propertyId, audit, idempotency }),
  });
  transferRoutes(app, deps);
}

/** Transfers after the closing: fees to the platform, money to the owner. */
function transferRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = {
    method: 'POST',
    guard: 'administrator',
    tag: 'administration',
    params: FundingParams,
  } as const;
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/funding/transfer-funding-fees',
    operationId: 'transferFundingFees',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Transfers the structuring fees with VAT from the SPV to the origination account, with an invoice.',
    answer: CompanyFee,
    errors: transferFundingFeesErrors,
    audit: 'PROPERTY_TRANSFER_FUNDING_FEES',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) =>
      transferCompanyFee(deps, { propertyId: params.propertyId, fee: 'funding', audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/funding/transfer-fiducie-fees',
    operationId: 'transferFiducieFees',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Transfers the fiducie fees with VAT from the SPV to the main account, with an invoice.',
    answer: CompanyFee,
    errors: transferFiducieFeesErrors,
    audit: 'PROPERTY_TRANSFER_FIDUCIE_FEES',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) =>
      transferCompanyFee(deps, { propertyId: params.propertyId, fee: 'fiducie', audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/funding/transfer-funds-to-project-owner',
    operationId: 'transferFundsToOwner',
    permission: 'money.write',
    idempotency: 'key',
    summary:
      'Pays the project owner (`withdraw`), or records what was paid outside (`no-withdraw`); never more than the cap, or than the project has.',
    body: OwnerTransferBody,
    answer: OwnerTransferAnswer,
    errors: transferFundsErrors,
    audit: 'PROPERTY_TRANSFER_FUNDS_TO_PROJECT_OWNER',
    moves: deps,
    handle: ({ params, body, endUser, audit, idempotency }, deps) =>
      body.action === 'no-withdraw'
        ? recordOwnerTransfer(deps, { ...params, amountCents: body.amountToTransfer, audit, idempotency })
        : transferFundsToOwner(deps, { ...params, transfer: body, endUser, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/funding/transfers/:transferId/take-back',
    operationId: 'takeBackOwnerTransfer',
    permission: 'money.write',
    idempotency: 'key',
    tag: 'extension',
    summary: 'Takes back the newest transfer to the owner, where it was recorded as made outside and was not.',
    params: OwnerTransferParams,
    body: TakeBackOwnerTransfer,
    answer: OwnerTransferAnswer,
    errors: takeBackTransferErrors,
    audit: 'PROPERTY_TAKE_BACK_OWNER_TRANSFER',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      takeBackOwnerTransfer(deps, { ...params, comment: body.comment, audit, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding/transfers',
    operationId: 'listOwnerTransfers',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Transfers to the project owner, newest first, and what may still be transferred.',
    params: FundingParams,
    query: OwnerTransfersQuery,
    answer: OwnerTransfers,
    errors: listTransfersErrors,
    handle: ({ params, query }) => listOwnerTransfers(deps, { ...params, ...query }),
  });
}
