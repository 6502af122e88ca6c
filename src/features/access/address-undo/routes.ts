// Routes of former addresses: the page behind the link of the notice, and its button (access.md#undoing-a-change-of-address).

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError } from '../../../core/errors.ts';
import { sendPlainPage } from '../../../core/http/plain-page.ts';
import { route } from '../../../core/http/route.ts';
import { Email, Model } from '../../../core/http/schemas.ts';
import { moment } from '../../../providers/email/index.ts';
import { changeOfToken, findAddressChange, isUndoOpen } from '../mfa/index.ts';
import { undoAddressChangeErrors } from './errors.ts';
import { renderUndoPage, type UndoPage, undoAddressChange } from './undo-address-change.ts';

/** 36 characters of the change, a dot, and 43 of its signature; what is not of that form is answered like a wrong signature. */
const UndoToken = Type.String({ maxLength: 200, description: 'of the link in the notice to the former address' });

const UndoLink = Type.Object({ token: UndoToken });
const AddressRestored = Model('AddressRestored', { email: Email });

type Deps = Parameters<typeof undoAddressChange>[0];

/** The caller has no session: a tenth of the general rate limit, as of every public route that concerns an address. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function addressUndoRoutes(app: FastifyInstance, deps: Deps): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  route(app, {
    method: 'GET',
    url: '/auth/email-change/undo',
    operationId: 'showAddressChange',
    guard: 'public',
    tag: 'extension',
    summary: 'The page behind the link of the notice to a former address. It changes nothing; its button does.',
    query: UndoLink,
    produces: 'text/html',
    perMinute,
    handle: async ({ query: { token }, reply }) => {
      await sendPlainPage(reply, renderUndoPage(await pageOf(deps, token)));
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/email-change/undo',
    operationId: 'undoAddressChange',
    idempotency: 'none',
    guard: 'public',
    tag: 'extension',
    summary:
      'Gives an account its former address back, by the link of the notice. From the form of its page it answers with that page.',
    body: UndoLink,
    consumes: 'json-or-form',
    answer: AddressRestored,
    errors: undoAddressChangeErrors,
    perMinute,
    handle: async ({ body: { token }, request, reply }) => {
      if (!isForm(request.headers['content-type'])) return undoAddressChange(deps, { token });
      // The page then says what became of it; refusals for want of the database are answered as usual.
      await undoAddressChange(deps, { token }).catch((error: unknown) => {
        if (!(error instanceof AppError && Object.hasOwn(undoAddressChangeErrors, error.code))) throw error;
      });
      await reply.redirect(`${request.routeOptions.url}?token=${encodeURIComponent(token)}`, 303);
      return undefined;
    },
  });
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
}

async function pageOf(deps: Deps, token: string): Promise<UndoPage> {
  const changeId = changeOfToken(deps.config, token);
  const change = changeId === undefined ? undefined : await findAddressChange(deps.db, changeId);
  if (change?.undoState === 'used') return { state: 'used' };
  if (!change || !isUndoOpen(change, deps.clock.now())) return { state: 'over' };
  return { state: 'open', token, changedOn: moment(change.changedAt) };
}
