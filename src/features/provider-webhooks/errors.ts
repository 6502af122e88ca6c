// Codes of the provider's webhooks and what each answers with them (document 3, Provider webhooks). 400 has an empty body.

import { INTERNAL_SERVER_ERROR, NOT_FOUND, VALIDATION_FAILED } from '../../core/errors.ts';
import { UNAUTHORIZED_EXCEPTION } from '../session/index.ts';

export const PAYLOAD_MISSING_IDS = 'provider-webhook-payload-missing-ids';
export const CUSTOMER_NOT_FOUND = 'customer-not-found';

/** The answer is an empty 400; the code tells it from a payload that no replay can mend. */
export const CHARGE_BACK_NOT_FETCHED = 'provider-webhook-charge-back-not-fetched';

export const customerStatusChangedErrors = {
  [UNAUTHORIZED_EXCEPTION]: 401,
  [PAYLOAD_MISSING_IDS]: 500,
  [VALIDATION_FAILED]: 400,
};

export const documentStatusChangedErrors = {
  [UNAUTHORIZED_EXCEPTION]: 401,
  [VALIDATION_FAILED]: 400,
  [CUSTOMER_NOT_FOUND]: 404,
  [INTERNAL_SERVER_ERROR]: 500,
};

export const customerTemporarilyBlockedErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [VALIDATION_FAILED]: 400 };

export const chargeBackErrors = {
  [UNAUTHORIZED_EXCEPTION]: 401,
  [VALIDATION_FAILED]: 400,
  [CHARGE_BACK_NOT_FETCHED]: 400,
};

/** Onboarding account and profile: 400 is a missing or invalid `AccountID`. */
export const onboardingStatusErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [VALIDATION_FAILED]: 400 };

/** Recertification: 400 is a body that cannot be read; no payload is refused (Q91). */
export const recertificationErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [VALIDATION_FAILED]: 400 };

/** Ours: the documents have no endpoint of stored notifications. */
export const EVENT_ALREADY_HANDLED = 'provider-event-already-handled';
export const EVENT_BEING_REPLAYED = 'provider-event-being-replayed';

export const providerEventErrors = { [NOT_FOUND]: 404 };
export const replayEventErrors = { [NOT_FOUND]: 404, [EVENT_ALREADY_HANDLED]: 400, [EVENT_BEING_REPLAYED]: 400 };
