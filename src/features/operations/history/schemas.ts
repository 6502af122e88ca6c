// The receipt as the API answers it (docs/guides/receipt-of-a-movement.md).

import { Type } from 'typebox';
import { Model, Nullable, Timestamp, Words } from '../../../core/http/schemas.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Day = Type.String({ format: 'date' });

const SealedDay = Model('SealedDay', {
  day: Day,
  previousSha256: Sha256,
  rootSha256: Sha256,
  counts: Type.Array(Type.Object({ table: Type.String(), rows: Type.Integer() })),
  headSha256: Sha256,
});

export const Receipt = Model('MovementReceipt', {
  day: Day,
  leaf: Type.String(),
  path: Type.Array(Type.Object({ side: Words(['left', 'right'], { title: 'SideOfTheTree' }), sha256: Sha256 })),
  accounts: Type.Array(Type.Object({ name: Type.String(), sha256: Sha256 })),
  heads: Type.Array(SealedDay),
  stamp: Nullable(Type.Object({ day: Day, stampedAt: Timestamp, response: Type.String() })),
});
