// Codes of the home news and their status on each endpoint (catalogue.md#home-news).

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The news is active and cannot be deleted.
 * @cause It is the active one of its scope.
 * @remedy Activate another news of the scope first.
 */
export const CANNOT_DELETE_ACTIVE_NEWS = 'home-news.cannot-delete-active-news';

/** Unknown, or of the other scope (catalogue.md#home-news). */
export const changeHomeNewsErrors = { [NOT_FOUND]: 404 };

export const deleteHomeNewsErrors = { [CANNOT_DELETE_ACTIVE_NEWS]: 400, [NOT_FOUND]: 404 };
