// Bodies and answers of the SPV routes.

import { type Static, Type } from 'typebox';
import { Nullable, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';
import { SPV_COUNTRIES } from './rules.ts';

export const NewSpv = Type.Object({
  id: Type.Optional(Uuid),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  country: Words(SPV_COUNTRIES),
  // PROVIDER §2: an account id has 1 to 100 characters; `@` marks the provider's internal ids.
  providerExternalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\s@/][^\\s/]*$', description: 'account id at the provider' }),
  ),
});
export type NewSpv = Static<typeof NewSpv>;

export const Spv = Type.Object({
  id: Uuid,
  name: Type.String(),
  country: Words(SPV_COUNTRIES),
  providerExternalId: Nullable(Type.String()),
  kybStatus: Words(['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Spv = Static<typeof Spv>;
