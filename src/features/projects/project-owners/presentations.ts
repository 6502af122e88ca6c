// Presentations of project owners, as administrators write them and the public pages of properties show them.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newTimeOrderedId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { PRESENTATION_IN_USE, PRESENTATION_NAME_ALREADY_EXISTS, PRESENTATION_NOT_FOUND } from './errors.ts';
import {
  countPropertiesShowing,
  deletePresentationRow,
  findPresentation,
  insertPresentation,
  isNameTaken,
  lockPresentation,
  type PresentationRow,
  updatePresentationRow,
} from './queries.ts';
import type { Presentation, PresentationContent, ShownPresentation } from './schemas.ts';

/**
 * POST /administration/project-owner-presentation (ours): a new presentation.
 * Inserts the presentation with its audit row. Error: `project-owner-presentation-name-already-exists`, also for concurrent
 * requests.
 */
export async function createPresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentation: PresentationContent; audit: RouteAudit },
): Promise<Presentation> {
  const { name, description, profilePictureUrl = null } = input.presentation;
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      const row = await insertPresentation(tx, { id: newTimeOrderedId(), name, description, profilePictureUrl, at });
      const target = { type: 'project-owner-presentation', id: row.id };
      await recordAdminAction(tx, { ...input.audit, target, payload: { name }, at });
      return toPresentationView(row);
    });
  } catch (error) {
    throw violatedConstraint(error) === 'project_owner_presentation_name_once'
      ? new AppError(PRESENTATION_NAME_ALREADY_EXISTS)
      : error;
  }
}

/**
 * PUT /administration/project-owner-presentation/:projectOwnerPresentationId: replaces a presentation.
 * Replaces the presentation, also on the pages that show it; a missing `profilePictureUrl` removes the picture.
 * Errors in the order of the table: `project-owner-presentation-name-already-exists` (also for concurrent
 * requests), `project-owner-presentation-not-found`.
 */
export async function updatePresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentationId: string; presentation: PresentationContent; audit: RouteAudit },
): Promise<Presentation> {
  const { presentationId: id, audit } = input;
  const { name, description, profilePictureUrl = null } = input.presentation;
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (await isNameTaken(tx, name, id)) throw new AppError(PRESENTATION_NAME_ALREADY_EXISTS);
      const row = await updatePresentationRow(tx, { id, name, description, profilePictureUrl, at });
      if (!row) throw new AppError(PRESENTATION_NOT_FOUND);
      await invalidate(tx, [ownerPresentationCacheKey(id)]);
      await recordAdminAction(tx, { ...audit, target: { type: 'project-owner-presentation', id }, payload: { name }, at });
      return toPresentationView(row);
    });
  } catch (error) {
    throw violatedConstraint(error) === 'project_owner_presentation_name_once'
      ? new AppError(PRESENTATION_NAME_ALREADY_EXISTS)
      : error;
  }
}

/**
 * DELETE /administration/project-owner-presentation/:projectOwnerPresentationId (ours): deletes a presentation that no property
 * shows.
 * Deletes the presentation, with its audit row. Its lock waits for concurrent links of properties to it, and prevents new ones.
 * Errors: `project-owner-presentation-not-found`, `project-owner-presentation-in-use`.
 */
export async function deletePresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentationId: string; audit: RouteAudit },
): Promise<void> {
  const { presentationId: id, audit } = input;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const presentation = await lockPresentation(tx, id);
    if (!presentation) throw new AppError(PRESENTATION_NOT_FOUND);
    const count = await countPropertiesShowing(tx, id);
    if (count > 0) throw new AppError(PRESENTATION_IN_USE, { detail: `Properties that show this presentation: ${count}.` });
    await deletePresentationRow(tx, id);
    await invalidate(tx, [ownerPresentationCacheKey(id)]);
    const target = { type: 'project-owner-presentation', id };
    await recordAdminAction(tx, { ...audit, target, payload: { name: presentation.name }, at });
  });
}

/** The content is under `json`, as in catalogue.md#project-owners. */
export function toPresentationView(row: PresentationRow): Presentation {
  return {
    id: row.id,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
    json: {
      name: row.name,
      description: row.description,
      ...(row.profilePictureUrl === null ? {} : { profilePictureUrl: row.profilePictureUrl }),
    },
  };
}

/** On the public page of a property. From the cache, which every change of the presentation invalidates. Null without an id, and when it was just deleted. */
export async function showPresentation(
  deps: Pick<AppDeps, 'db' | 'cache'>,
  presentationId: string | null,
): Promise<ShownPresentation | null> {
  if (presentationId === null) return null;
  return deps.cache.get(deps.db, ownerPresentationCacheKey(presentationId), async () => {
    const row = await findPresentation(deps.db, presentationId);
    if (!row) return null;
    const { name, description, profilePictureUrl } = row;
    return { name, description, profilePictureUrl };
  });
}

/** A presentation changes independently of the pages that show it, so it is cached under its own key. */
function ownerPresentationCacheKey(presentationId: string): string {
  return `project-owner-presentation:${presentationId}`;
}
