// HTTP of the onboarding and of the company search.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, InvestorView, OfCustomerParams } from '../customers/index.ts';
import { requestCode } from '../mfa/index.ts';
import { handInCompany, searchCompanies } from './company.ts';
import { listCustomerDocuments, listIdentityDocuments, readDocumentFile } from './documents.ts';
import { companyErrors, documentErrors, profileErrors, searchCompaniesErrors, sendCodeErrors, uploadErrors } from './errors.ts';
import { finishBusinessKyc } from './finish-kyc.ts';
import { saveProfile } from './profile.ts';
import {
  AdministrationDocumentsPage,
  AdministrationDocumentsQuery,
  Companies,
  CompanyQuery,
  DocumentFileParams,
  IdentityDocumentForm,
  IdentityDocuments,
  NewCompany,
  ProfileChanges,
} from './schemas.ts';
import { readIdentityUpload, uploadIdentityDocument } from './upload.ts';

/** Registers the group. */
export function onboardingRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/email/send-code',
    operationId: 'requestCode',
    guard: 'customer',
    tag: 'investor',
    summary: 'Mails the code that validates the email address.',
    status: 204,
    errors: sendCodeErrors,
    effects: true,
    handle: async ({ caller }) => {
      // An address that is proven already has nothing to validate.
      if (!caller.emailVerified) await requestCode(deps, caller, { action: 'email-validation' });
      return undefined;
    },
  });
  route(app, {
    method: 'PATCH',
    url: '/customers/profile',
    operationId: 'saveProfile',
    guard: 'customer',
    tag: 'investor',
    summary: 'Saves the profile of the investor, with what the yearly tax file asks where it is sent along.',
    body: ProfileChanges,
    answer: InvestorView,
    errors: profileErrors,
    handle: ({ caller, body: { taxIdentity, ...profile } }) =>
      saveProfile(deps, { customerId: caller.customerId, profile, taxIdentity }),
  });
  route(app, {
    method: 'PUT',
    url: '/customers/company',
    operationId: 'handInCompany',
    guard: 'customer',
    tag: 'extension',
    summary: 'Hands in the company of a business, looked up in the registry.',
    body: NewCompany,
    answer: InvestorView,
    errors: companyErrors,
    handle: ({ caller, body }) => handInCompany(deps, { customerId: caller.customerId, sent: body }),
  });
  route(app, {
    method: 'POST',
    url: '/customers/investor-identity-document',
    operationId: 'uploadIdentityDocument',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary: 'Hands in an identity document: multipart fields `file` (jpeg, png or pdf, 10 MB) and `type`.',
    consumes: 'multipart',
    form: IdentityDocumentForm,
    answer: InvestorView,
    errors: uploadErrors,
    handle: async ({ caller, request, endUser }) => {
      const upload = await readIdentityUpload(request);
      return uploadIdentityDocument(deps, { customerId: caller.customerId, upload, endUser });
    },
  });
  route(app, {
    method: 'POST',
    url: '/customers/investor-business-document',
    operationId: 'finishBusinessKyc',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary: 'Sends a business to the verifier once the support team has its documents.',
    answer: InvestorView,
    errors: documentErrors,
    handle: ({ caller, endUser }) => finishBusinessKyc(deps, { customerId: caller.customerId, endUser }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/investor-identity-document',
    operationId: 'listIdentityDocuments',
    guard: 'customer',
    tag: 'investor',
    summary: 'Identity documents, as the provider sees them now.',
    answer: IdentityDocuments,
    effects: true,
    handle: ({ caller, endUser }) => listIdentityDocuments(deps, { customerId: caller.customerId, endUser }),
  });
  documentRoutes(app, deps);
}

function documentRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', errors: customerErrors } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/documents',
    operationId: 'listCustomerDocuments',
    permission: 'papers.read',
    summary: 'Identity documents of an investor, newest first, and those that only the provider has.',
    params: OfCustomerParams,
    query: AdministrationDocumentsQuery,
    answer: AdministrationDocumentsPage,
    handle: ({ params, query }) => listCustomerDocuments(deps, { ...params, ...query }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/documents/:documentId/file',
    operationId: 'readDocumentFile',
    permission: 'papers.read',
    summary: 'The file of an identity document; each access is audited.',
    params: DocumentFileParams,
    produces: 'application/octet-stream',
    effects: true,
    audit: 'IDENTITY_DOCUMENT_READ',
    handle: async ({ params, audit, reply }) => {
      const { name, contentType, bytes } = await readDocumentFile(deps, { ...params, audit });
      await reply.type(contentType).header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes));
      return undefined;
    },
  });
}

/** Registers the group. */
export function companySearchRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/registry/search',
    operationId: 'searchCompanies',
    guard: 'customer',
    tag: 'investor',
    summary: 'French companies by name, or by registration number.',
    query: CompanyQuery,
    answer: Companies,
    errors: searchCompaniesErrors,
    handle: ({ query }) => searchCompanies(deps, query),
  });
}
