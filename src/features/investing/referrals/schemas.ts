// Query, body and answers of the referral routes (referrals.md#referral-codes).

import { Type } from 'typebox';
import { Model } from '../../../core/http/schemas.ts';

/** A code as people type or paste it; the limit is longer than any code. */
const TypedCode = Type.String({ maxLength: 200 });

export const ReferralCodeQuery = Type.Object({ referralCode: TypedCode });

export const ReferralCodeExists = Model('ReferralCodeExists', { referralCodeExists: Type.Boolean() });

export const ReferrerChoice = Model('ReferrerChoice', { referralCode: TypedCode });

export const Referrer = Model('Referrer', { referrerCode: Type.String({ description: 'the code, normalised' }) });
