// GET /investor/voting/platform-url: the address of the voting platform, with a token that identifies the investor.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { signToken, withToken } from './rules.ts';
import type { PlatformUrl } from './schemas.ts';

/** Calls no other service. Error: `internal-error` while the secret or the address is not configured. */
export async function issuePlatformUrl(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  customerId: CustomerId,
): Promise<Static<typeof PlatformUrl>> {
  const { VOTING_PLATFORM_URL: platformUrl, VOTING_SHARED_SECRET: secret, VOTING_TOKEN_TTL_SECONDS: lifetime } = deps.config;
  if (platformUrl === undefined || secret === undefined) {
    const cause = new Error('VOTING_PLATFORM_URL or VOTING_SHARED_SECRET is not set');
    throw new AppError(INTERNAL_ERROR, { detail: 'Votes are not available.', cause });
  }
  const issuedAt = Math.floor(deps.clock.now().epochMilliseconds / 1000);
  const token = signToken({ investorId: customerId, iat: issuedAt, exp: issuedAt + lifetime }, secret);
  return { platformUrl, platformUrlWithToken: withToken(platformUrl, token), token };
}
