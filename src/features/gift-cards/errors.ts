// Codes of gift cards and what each endpoint answers with them (ours: DESIGN §5 names no codes; A-gift-cards-9).

import { FORBIDDEN } from '../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../customers/index.ts';

export const TOKEN_INVALID = 'gift-card.token-invalid';
export const NOT_ENOUGH_MONEY = 'gift-card.not-enough-money';
export const TOO_MANY_WRONG_CODES = 'gift-card.too-many-wrong-codes';
export const CODE_INVALID = 'gift-card.code-invalid';
export const OWN_CARD = 'gift-card.own-card';
export const ALREADY_REDEEMED = 'gift-card.already-redeemed';
export const EXPIRED = 'gift-card.expired';

export const buyGiftCardErrors = {
  [FORBIDDEN]: 403,
  [TOKEN_INVALID]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
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
};
