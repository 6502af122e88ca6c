// Bodies of what an archived or mistaken payment may still become; both answer its record.

import { type Static, Type } from 'typebox';
import { Model, Uuid } from '../../../core/http/schemas.ts';

export const UnarchiveWire = Model('WireUnarchiving', {
  wireToBeAssignedId: Uuid,
  comment: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** `providerWithdrawBankAccountId`: a bank account of the SPV's wallet, that of the sender. */
export const ReturnWire = Model('WireReturn', {
  wireToBeAssignedId: Uuid,
  providerWithdrawBankAccountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
});
export type ReturnWire = Static<typeof ReturnWire>;
