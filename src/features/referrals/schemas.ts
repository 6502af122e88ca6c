// Query, body and answers of the referral routes (document 1, Registration follow-up).

import { Type } from 'typebox';

/** As people type or paste it; longer than any code there is. */
const TypedCode = Type.String({ maxLength: 200 });

export const ReferralCodeQuery = Type.Object({ referralCode: TypedCode });

export const ReferralCodeExists = Type.Object({ referralCodeExists: Type.Boolean() });

export const ReferrerChoice = Type.Object({ referralCode: TypedCode });

export const Referrer = Type.Object({ referrerCode: Type.String({ description: 'the code, normalised' }) });
