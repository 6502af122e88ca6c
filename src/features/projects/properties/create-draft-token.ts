// POST /administration/property/:propertyId/draft-token: a link that shows a property before it is public.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { signDraftToken } from './draft-token-rules.ts';

/** The link is valid for seven days, for a property of any status (catalogue.md#draft-tokens). Error: `property.not-found`. */
export async function createDraftToken(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<{ url: string }> {
  const { propertyId, audit } = input;
  const { SESSION_SECRET, FRONT_URL } = deps.config;
  const at = deps.clock.now();
  const { token, expiresAt } = signDraftToken(SESSION_SECRET, propertyId, at);
  await inTransaction(deps.db, async (tx) => {
    // With the lock, the audit row cannot be about a property that was deleted before.
    if (!(await lockProperty(tx, propertyId))) throw new AppError(PROPERTY_NOT_FOUND);
    // Never the token itself.
    const payload = { expiresAt: expiresAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  });
  return { url: `${pageUrl(FRONT_URL, 'project')}/${propertyId}?draftToken=${token}` };
}
