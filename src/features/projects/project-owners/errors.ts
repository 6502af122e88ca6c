// Codes of project owners, their presentations and their requests, and what each endpoint answers with them (catalogue.md#project-owners).

import { NOT_FOUND } from '../../../core/errors.ts';

// Ours (catalogue.md#project-owners): the documents name no error for the address of another owner.
/**
 * Another project owner has this address.
 * @cause The update gives an `email` that, upper or lower case, is taken.
 * @remedy Update the owner who has the address, or give another one.
 */
export const PROJECT_OWNER_EMAIL_ALREADY_EXISTS = 'project-owner-email-already-exists';

/**
 * The project owner was not deleted.
 * @cause Properties name this owner; the deletion is answered with 200 all the same, and this code is only logged.
 * @remedy Give the properties another owner first, then delete again.
 */
export const PROJECT_OWNER_HAS_PROJECTS = 'project-owner-has-projects';

/**
 * Another presentation has this name.
 * @cause The `name` of the request is taken; names are unique.
 * @remedy Choose another name, or update the presentation that has it.
 */
export const PRESENTATION_NAME_ALREADY_EXISTS = 'project-owner-presentation-name-already-exists';

/**
 * There is no such presentation.
 * @cause The id in the path is unknown.
 * @remedy Take the id from the list of presentations.
 */
export const PRESENTATION_NOT_FOUND = 'project-owner-presentation-not-found';

// Ours: a page would lose its presentation without anybody having asked for it.
/**
 * The presentation was not deleted: properties show it.
 * @cause One property or more, drafts included, have it as `projectOwnerPresentationId`; `detail` says how many.
 * @remedy Give these properties another presentation, or null, then delete again.
 */
export const PRESENTATION_IN_USE = 'project-owner-presentation-in-use';

export const updateProjectOwnerErrors = { [NOT_FOUND]: 404, [PROJECT_OWNER_EMAIL_ALREADY_EXISTS]: 400 };

export const createPresentationErrors = { [PRESENTATION_NAME_ALREADY_EXISTS]: 400 };

export const updatePresentationErrors = { [PRESENTATION_NAME_ALREADY_EXISTS]: 400, [PRESENTATION_NOT_FOUND]: 404 };

export const deletePresentationErrors = { [PRESENTATION_NOT_FOUND]: 404, [PRESENTATION_IN_USE]: 400 };

export const financingRequestErrors = { [NOT_FOUND]: 404 };
