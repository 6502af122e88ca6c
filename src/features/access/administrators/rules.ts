// What may be done to an administrator, and the links of invitations (access.md#administrators). Pure.

import { createHmac } from 'node:crypto';
import type { Config } from '../../../config/settings.ts';
import { isSameText } from '../../../core/constant-time.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import { UUID } from '../../../core/uuid.ts';

import type { Role } from '../session/index.ts';
import { ADMINISTRATOR_IS_LAST_OWNER, ADMINISTRATOR_WAS_REMOVED } from './errors.ts';

/** `removed`: without a role. */
export const ADMINISTRATOR_STATES = ['active', 'last-owner', 'removed'] as const;
export type AdministratorState = (typeof ADMINISTRATOR_STATES)[number];

/** `owners`: all of them, read under their lock. */
export function administratorState(
  { userId, roles }: { userId: string; roles: readonly Role[] },
  owners: readonly string[],
): AdministratorState {
  if (roles.length === 0) return 'removed';
  return owners.length === 1 && owners[0] === userId ? 'last-owner' : 'active';
}

const present = verbRow(ADMINISTRATOR_STATES, ['active', 'last-owner'], ADMINISTRATOR_WAS_REMOVED);
const dispensable = verbRow(ADMINISTRATOR_STATES, ['active'], ADMINISTRATOR_WAS_REMOVED, {
  'last-owner': ADMINISTRATOR_IS_LAST_OWNER,
});

export const ADMINISTRATOR_VERBS = {
  'change-roles': present,
  'take-owner-role': dispensable,
  'remove-administrator': dispensable,
  // Of the last owner nobody else could: the command line does (break-glass.ts).
  'reset-factors': dispensable,
  // Somebody who was removed may have signed in since: without a role it opens nothing.
  'end-sessions': verbRow(ADMINISTRATOR_STATES, ADMINISTRATOR_STATES, ADMINISTRATOR_WAS_REMOVED),
} satisfies Readonly<Record<string, VerbRow<AdministratorState>>>;

export const INVITATION_HOURS = 72;

/** Behind the `#` the browser keeps the token for itself: it is in no request, no log and no Referer. */
const INVITATION_PAGE = 'console/invitation';

type LinkSettings = Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>;

/** The link of an invitation. Nothing of it is stored: it names the invitation and is signed. */
export function invitationUrl(config: LinkSettings, invitationId: string): string {
  const url = pageUrl(config, INVITATION_PAGE);
  url.hash = tokenOf(config, invitationId);
  return url.href;
}

/** The console's page of administrators. */
export function administratorsUrl(config: Pick<Config, 'PUBLIC_URL'>): string {
  return pageUrl(config, 'console/administrators').href;
}

function pageUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, page: string): URL {
  return new URL(page, `${PUBLIC_URL.replace(/\/+$/, '')}/`);
}

/** The id of the invitation that a token of ours names; undefined for any other text, also for one that goes on behind a signature of ours. */
export function invitationOfToken(config: LinkSettings, token: string): string | undefined {
  const [invitationId = ''] = token.split('.', 1);
  return UUID.test(invitationId) && isSameText(token, tokenOf(config, invitationId)) ? invitationId : undefined;
}

function tokenOf({ SESSION_SECRET }: Pick<Config, 'SESSION_SECRET'>, invitationId: string): string {
  const signature = createHmac('sha256', SESSION_SECRET).update(`invitation of an administrator\n${invitationId}`);
  return `${invitationId}.${signature.digest('base64url')}`;
}
