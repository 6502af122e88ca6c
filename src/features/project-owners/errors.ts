// Codes of the project owners and of their presentations, and what each endpoint answers with them (document 2).

import { NOT_FOUND } from '../../core/errors.ts';

/** Ours (Q63): the documents name no error for another owner's address. */
export const PROJECT_OWNER_EMAIL_ALREADY_EXISTS = 'project-owner-email-already-exists';
/** Never answered: a refused deletion is 200 without a body; the code stands in the log. */
export const PROJECT_OWNER_HAS_PROJECTS = 'project-owner-has-projects';
export const PRESENTATION_NAME_ALREADY_EXISTS = 'project-owner-presentation-name-already-exists';
export const PRESENTATION_NOT_FOUND = 'project-owner-presentation-not-found';

export const updateProjectOwnerErrors = { [NOT_FOUND]: 404, [PROJECT_OWNER_EMAIL_ALREADY_EXISTS]: 400 };

export const createPresentationErrors = { [PRESENTATION_NAME_ALREADY_EXISTS]: 400 };

export const updatePresentationErrors = { [PRESENTATION_NAME_ALREADY_EXISTS]: 400, [PRESENTATION_NOT_FOUND]: 404 };
