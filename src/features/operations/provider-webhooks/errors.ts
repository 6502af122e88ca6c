// Codes of the provider's webhooks and what each answers with them (notifications.md#answers). 400 has an empty body.

import { NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { INTERNAL_SERVER_ERROR } from '../../../money/payments/index.ts';
import { UNAUTHORIZED_EXCEPTION } from '../../access/session/index.ts';
import { CHARGE_BACK_NOT_FETCHED } from '../charge-backs/index.ts';

/**
 * The notification does not say whom it is about.
 * @cause `ExtId` or `IntId` is missing from the body of customer-status-changed.
 * @remedy Send the notification again with both ids.
 */
export const PAYLOAD_MISSING_IDS = 'provider-webhook-payload-missing-ids';

/**
 * No investor has the identity document of this notification.
 * @cause The provider knows a document of the investor that our records do not have.
 * @remedy Compare the documents of the account at the provider with those of the investor, then have it sent again.
 */
export const CUSTOMER_NOT_FOUND = 'customer-not-found';

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

/** Recertification: 400 is a body that cannot be read; no payload is refused (notifications.md#recertification). */
export const recertificationErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [VALIDATION_FAILED]: 400 };

// Ours: the documents have no endpoint of stored notifications.
/**
 * The notification needs no replay.
 * @cause It was handled, or it is one that cannot be used.
 * @remedy Leave it; ask the provider to send it again if its content was wrong.
 */
export const EVENT_ALREADY_HANDLED = 'provider-event-already-handled';

/**
 * The notification is being handled at this moment.
 * @cause Another administrator replays it, or a replay died less than two minutes ago.
 * @remedy Read it again in two minutes.
 */
export const EVENT_BEING_REPLAYED = 'provider-event-being-replayed';

export const providerEventErrors = { [NOT_FOUND]: 404 };
export const replayEventErrors = { [NOT_FOUND]: 404, [EVENT_ALREADY_HANDLED]: 400, [EVENT_BEING_REPLAYED]: 400 };
