// Bodies and answers of closing an account.

import { type Static, Type } from 'typebox';
import { Model, Nullable, PlainDate, Timestamp, Words } from '../../../core/http/schemas.ts';
import { HOLDS, PARTS } from './rules.ts';

const ErasedRows = Model('ErasedRows', { table: Type.String(), rows: Type.Integer({ minimum: 1 }) });

const ErasurePart = Model('ErasurePart', {
  part: Words(PARTS, {
    title: 'ErasurePartName',
    description: 'what the account alone needs, what is kept of the identity, what the accounts need',
  }),
  isErased: Type.Boolean(),
  erasedOn: Type.String({
    ...PlainDate,
    description: 'the Paris day of it; of an account that is open, as if it were closed today',
  }),
  rows: Type.Array(ErasedRows, { description: 'tables in which something is removed or blanked; empty once it is erased' }),
});

/** What is erased of a person, and when. */
export const ErasurePlan = Model('ErasurePlan', {
  closedAt: Nullable(Timestamp),
  holds: Type.Array(Words(HOLDS, { title: 'ErasureHold', description: 'what belongs to the account or is on its way to it' }), {
    description: 'why the account cannot be closed; of a closed one, why nothing more is erased yet',
  }),
  parts: Type.Array(ErasurePart),
});
export type ErasurePlan = Static<typeof ErasurePlan>;

export const AccountClosing = Model('AccountClosing', {
  reason: Type.String({ pattern: '\\S', maxLength: 1_000, description: 'kept in the audit log: name nobody' }),
});
