// HTTP of the project owners, of their presentations and of their requests for financing.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { ChoiceQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  createPresentationErrors,
  deletePresentationErrors,
  financingRequestErrors,
  updatePresentationErrors,
  updateProjectOwnerErrors,
} from './errors.ts';
import { assignAccountManager, createFinancingRequest, linkProperty, listFinancingRequests } from './financing-requests.ts';
import { createProjectOwner, deleteProjectOwner, toProjectOwnerView, updateProjectOwner } from './owners.ts';
import { createPresentation, deletePresentation, toPresentationView, updatePresentation } from './presentations.ts';
import { listAllPresentations, listOwners } from './queries.ts';
import {
  AccountManagerAssignment,
  CreatedProjectOwner,
  DeletedOwnerParams,
  FinancingRequest,
  FinancingRequestPage,
  FinancingRequestParams,
  FinancingRequestQuery,
  NewFinancingRequest,
  NewProjectOwner,
  Presentation,
  PresentationContent,
  PresentationList,
  PresentationParams,
  ProjectOwnerList,
  ProjectOwnerParams,
  PropertyLink,
} from './schemas.ts';

/** One audit kind for PUT and DELETE, as in catalogue.md#project-owners. */
const PROJECT_OWNER_UPDATE = 'PROJECT_OWNER_UPDATE';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'log'>;

/** Registers the group. */
export function projectOwnerRoutes(app: FastifyInstance, deps: Deps): void {
  ownerRoutes(app, deps);
  presentationRoutes(app, deps);
}

function ownerRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'POST',
    url: '/administration/project-owner',
    operationId: 'createProjectOwner',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Creates a project owner, or answers the one with this email.',
    body: NewProjectOwner,
    answer: CreatedProjectOwner,
    audit: 'PROJECT_OWNER_CREATION',
    handle: ({ body, audit }) => createProjectOwner(deps, { owner: body, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/project-owner',
    operationId: 'listProjectOwners',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Project owners, newest first.',
    query: ChoiceQuery,
    answer: ProjectOwnerList,
    handle: async ({ query }) => (await listOwners(deps.db, query)).map(toProjectOwnerView),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/project-owner/:projectOwnerId',
    operationId: 'updateProjectOwner',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Replaces the fields of a project owner.',
    params: ProjectOwnerParams,
    body: NewProjectOwner,
    status: 204,
    errors: updateProjectOwnerErrors,
    audit: PROJECT_OWNER_UPDATE,
    handle: async ({ params, body, audit }) => {
      await updateProjectOwner(deps, { projectOwnerId: params.projectOwnerId, owner: body, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/project-owner/:projectOwnerId',
    operationId: 'deleteProjectOwner',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Deletes a project owner who has no projects; the answer is the same in every case.',
    params: DeletedOwnerParams,
    audit: PROJECT_OWNER_UPDATE,
    handle: async ({ params, audit }) => {
      await deleteProjectOwner(deps, { projectOwnerId: params.projectOwnerId, audit });
      return undefined;
    },
  });
}

function presentationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'POST',
    url: '/administration/project-owner-presentation',
    operationId: 'createPresentation',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Creates a presentation of a project owner.',
    body: PresentationContent,
    answer: Presentation,
    errors: createPresentationErrors,
    // Our kind, as the documents name none.
    audit: 'PROPERTY_PROJECT_OWNER_CREATION',
    handle: ({ body, audit }) => createPresentation(deps, { presentation: body, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/project-owner-presentation',
    operationId: 'listPresentations',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Presentations of project owners, newest first.',
    query: ChoiceQuery,
    answer: PresentationList,
    handle: async ({ query }) => (await listAllPresentations(deps.db, query)).map(toPresentationView),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/project-owner-presentation/:projectOwnerPresentationId',
    operationId: 'updatePresentation',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Replaces a presentation.',
    params: PresentationParams,
    body: PresentationContent,
    answer: Presentation,
    errors: updatePresentationErrors,
    audit: 'PROPERTY_PROJECT_OWNER_UPDATE',
    handle: ({ params, body, audit }) =>
      updatePresentation(deps, { presentationId: params.projectOwnerPresentationId, presentation: body, audit }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/project-owner-presentation/:projectOwnerPresentationId',
    operationId: 'deletePresentation',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Deletes a presentation that no property shows.',
    params: PresentationParams,
    errors: deletePresentationErrors,
    // Our kind, as the documents name none.
    audit: 'PROPERTY_PROJECT_OWNER_DELETION',
    handle: async ({ params, audit }) => {
      await deletePresentation(deps, { presentationId: params.projectOwnerPresentationId, audit });
      return undefined;
    },
  });
}

/** Registers the group. */
export function financingRequestRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/project-financing-request/:id/account-manager',
    operationId: 'assignAccountManager',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary: 'Assigns the account manager of a financing request.',
    params: FinancingRequestParams,
    body: AccountManagerAssignment,
    answer: FinancingRequest,
    errors: financingRequestErrors,
    // Our kind, as the documents name none.
    audit: 'PROJECT_FINANCING_REQUEST_ACCOUNT_MANAGER',
    handle: ({ params, body, audit }) =>
      assignAccountManager(deps, { id: params.id, accountManager: body.accountManager, audit }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/project-financing-request',
    operationId: 'createFinancingRequest',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Records a request of a project owner for financing.',
    body: NewFinancingRequest,
    answer: FinancingRequest,
    audit: 'PROJECT_FINANCING_REQUEST_CREATION',
    handle: ({ body, audit }) => createFinancingRequest(deps, { request: body, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/project-financing-request',
    operationId: 'listFinancingRequests',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'Financing requests, newest first.',
    query: FinancingRequestQuery,
    answer: FinancingRequestPage,
    handle: ({ query }) => listFinancingRequests(deps, query),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/project-financing-request/:id/property',
    operationId: 'linkProperty',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Links a financing request to the property that was created for it.',
    params: FinancingRequestParams,
    body: PropertyLink,
    answer: FinancingRequest,
    errors: financingRequestErrors,
    audit: 'PROJECT_FINANCING_REQUEST_PROPERTY',
    handle: ({ params, body, audit }) => linkProperty(deps, { id: params.id, propertyId: body.propertyId, audit }),
  });
}
