// Codes of gift cards and their status on each endpoint (all ours: services.md#gift-cards names no codes).

import { FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../../access/customers/index.ts';

/**
 * The token does not authorise the purchase of a gift card.
 * @cause It is unknown, expired, used up, or of another investor.
 * @remedy Confirm a code of the action `gift-card-purchase`: its answer has a new token.
 */
export const TOKEN_INVALID = 'gift-card.token-invalid';

/**
 * A password, a second factor or the address of the account was replaced shortly before.
 * @cause For WITHDRAWAL_DELAY_AFTER_REPLACEMENT_HOURS no gift card is bought, as money does not leave to new bank accounts either.
 * @remedy Wait until the moment in `detail`, or write to the team if you have replaced nothing.
 */
export const DELAYED = 'gift-card.delayed';

/**
 * The investor cannot pay the gift card.
 * @cause Free money in the wallet, in our books or at the provider, is less than the amount.
 * @remedy Pay money in, or choose a smaller amount; the token stays valid.
 */
export const NOT_ENOUGH_MONEY = 'gift-card.not-enough-money';

/**
 * The investor may not try another code now.
 * @cause Five wrong codes came within an hour.
 * @remedy Wait until the hour is over, then type the code with care.
 */
export const TOO_MANY_WRONG_CODES = 'gift-card.too-many-wrong-codes';

/**
 * No gift card has this code.
 * @cause It was mistyped; each wrong code is counted.
 * @remedy Copy the code from the mail.
 */
export const CODE_INVALID = 'gift-card.code-invalid';

/**
 * The buyer of a gift card cannot redeem it.
 * @cause The card was bought from this account.
 * @remedy Let the recipient redeem it from their account.
 */
export const OWN_CARD = 'gift-card.own-card';

/**
 * The gift card was redeemed already.
 * @cause Its money went, or is going, to a wallet.
 * @remedy Do nothing: the wallet that redeemed it shows the amount.
 */
export const ALREADY_REDEEMED = 'gift-card.already-redeemed';

/**
 * The gift card can no longer be redeemed.
 * @cause It expired before anybody redeemed it.
 * @remedy Ask the buyer: the money has gone back, or is going back, to their wallet.
 */
export const EXPIRED = 'gift-card.expired';

/**
 * The gift card cannot be redeemed.
 * @cause The team has blocked it.
 * @remedy Write to the team.
 */
export const BLOCKED = 'gift-card.blocked';

/**
 * Nothing can be done with the gift card any more, or not yet.
 * @cause It waits for its payment, was declined, or its money has gone back, or is going back, to the buyer.
 * @remedy Look at its state.
 */
export const NOT_ACTIVE = 'gift-card.not-active';

/**
 * The gift card is for this address already.
 * @cause Somebody has corrected it meanwhile, or the address was not changed.
 * @remedy Have the mail sent once more if it did not arrive.
 */
export const SAME_RECIPIENT = 'gift-card.same-recipient';

export const buyGiftCardErrors = {
  [FORBIDDEN]: 403,
  [TOKEN_INVALID]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [DELAYED]: 403,
  [NOT_ENOUGH_MONEY]: 400,
};

export const redeemGiftCardErrors = {
  [FORBIDDEN]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [TOO_MANY_WRONG_CODES]: 429,
  [CODE_INVALID]: 400,
  [OWN_CARD]: 403,
  [ALREADY_REDEEMED]: 400,
  [EXPIRED]: 400,
  [BLOCKED]: 403,
};

/** Blocking, unblocking and refunding. */
export const changeGiftCardErrors = { [NOT_FOUND]: 404, [ALREADY_REDEEMED]: 400, [NOT_ACTIVE]: 400 };
export const readdressGiftCardErrors = { ...changeGiftCardErrors, [EXPIRED]: 400, [SAME_RECIPIENT]: 400 };
export const resendGiftCardErrors = { ...changeGiftCardErrors, [EXPIRED]: 400, [BLOCKED]: 403 };
