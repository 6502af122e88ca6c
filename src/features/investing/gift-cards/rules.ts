// Codes of gift cards, the limit of wrong ones, and what is done with a card in which state. Pure.

import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { verbRow } from '../../../core/states.ts';
import { ALREADY_REDEEMED, EXPIRED, NOT_ACTIVE } from './errors.ts';

export const GIFT_CARD_STATUSES = [
  'waiting_payment',
  'declined',
  'active',
  'redeeming',
  'redeemed',
  'refunding',
  'refunded',
  'refund_failed',
] as const;
export type GiftCardStatus = (typeof GIFT_CARD_STATUSES)[number];

/** Wrong codes that one customer may enter within the window. */
export const MAX_WRONG_CODES = 5;
const WRONG_CODES_WINDOW_MINUTES = 60;

// Crockford's alphabet: no I, L, O or U, so that a code can be read aloud and typed.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;
const GROUP_LENGTH = 5;
const BITS_PER_CHARACTER = 5;

const KEY_BYTES = 32;
const CODE_BYTES = 16;

const derivedKeys = new Map<string, Buffer>();

/** Cached per secret: deriving the key costs far more than deriving a code. */
function keyOf(secret: string): Buffer {
  const cached = derivedKeys.get(secret);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mortar gift card codes', KEY_BYTES));
  derivedKeys.set(secret, key);
  return key;
}

/**
 * The code of a card, for example `7KQ2M-0T5XW-9HDPA-B3CRN`: 100 bits, derived from `secret` (MFA_ENCRYPTION_KEY), the card's id and how
 * often its address was corrected. It is stored nowhere, and can be mailed again after a crash.
 */
export function deriveCode(secret: string, card: { id: string; codeVersion: number }): string {
  const text = card.codeVersion === 0 ? card.id : `${card.id} ${card.codeVersion}`;
  const derived = createHmac('sha256', keyOf(secret)).update(text).digest();
  return writeCode(derived.subarray(0, CODE_BYTES));
}

/** Twenty characters in groups of five from at least 100 random bits. */
export function writeCode(random: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(random).toString('hex')}`);
  let characters = '';
  while (characters.length < CODE_LENGTH) {
    characters += ALPHABET.charAt(Number(bits % 32n));
    bits >>= BigInt(BITS_PER_CHARACTER);
  }
  const starts = Array.from({ length: CODE_LENGTH / GROUP_LENGTH }, (_, group) => group * GROUP_LENGTH);
  return starts.map((start) => characters.slice(start, start + GROUP_LENGTH)).join('-');
}

/** The twenty characters of a typed code: case, separators and look-alike characters do not matter. */
export function readCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

/** What is stored and searched. A code has 100 bits, so that a plain digest of it cannot be reversed. */
export function digestOfCode(typed: string): Buffer {
  return createHash('sha256').update(readCode(typed)).digest();
}

/** By the clock, whether or not the job has refunded it yet; a card that is not paid has no end. */
export function hasExpired({ expiresAt }: { expiresAt: Temporal.Instant | null }, at: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, at) <= 0;
}

/** The counter of wrong codes as it is stored. */
export type Guesses = { wrongCodeCount: number; windowStartedAt: Temporal.Instant };

/** The counter at `at`: zero, with a new window, once the stored window has ended. */
export function wrongCodesNow(guesses: Guesses, at: Temporal.Instant): Guesses {
  const end = guesses.windowStartedAt.add({ minutes: WRONG_CODES_WINDOW_MINUTES });
  return Temporal.Instant.compare(end, at) <= 0 ? { wrongCodeCount: 0, windowStartedAt: at } : guesses;
}

const REDEEMED = { redeeming: ALREADY_REDEEMED, redeemed: ALREADY_REDEEMED };

export const GIFT_CARD_VERBS = {
  /** An active card that has expired by the clock is refused like one that was refunded; one of a held buyer rests. */
  'redeem-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], EXPIRED, REDEEMED),
  'block-gift-card': verbRow(GIFT_CARD_STATUSES, ['waiting_payment', 'active'], NOT_ACTIVE, REDEEMED),
  'readdress-gift-card': verbRow(GIFT_CARD_STATUSES, ['waiting_payment', 'active'], NOT_ACTIVE, REDEEMED),
  'resend-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], NOT_ACTIVE, REDEEMED),
  'refund-gift-card': verbRow(GIFT_CARD_STATUSES, ['active'], NOT_ACTIVE, REDEEMED),
};
