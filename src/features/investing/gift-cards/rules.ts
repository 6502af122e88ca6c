// How a code is written and read, how many wrong ones somebody may try, and what a buyer may spend. Pure.

import { createHash } from 'node:crypto';

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

/** Wrong codes of one customer before they have to wait, and for how long (A-gift-cards-5). */
export const MAX_WRONG_CODES = 5;
const WRONG_CODES_WINDOW_MINUTES = 60;

// Crockford's alphabet: no I, L, O or U, so that a code can be read aloud and typed.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;
const GROUP_LENGTH = 5;
const BITS_PER_CHARACTER = 5;

/** Twenty characters in groups of five from at least 100 random bits. */
export function writeCode(random: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(random).toString('hex')}`);
  let characters = '';
  while (characters.length < CODE_LENGTH) {
    characters += ALPHABET[Number(bits % 32n)];
    bits >>= BigInt(BITS_PER_CHARACTER);
  }
  return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/** The twenty characters of a code as somebody typed it: case, separators and look-alikes do not matter. */
export function readCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

/** What is stored and searched: with 100 bits behind it, a plain digest cannot be turned back. */
export function digestOfCode(typed: string): Buffer {
  return createHash('sha256').update(readCode(typed)).digest();
}

/** Wrong codes as they were counted. */
export type Guesses = { wrongCodeCount: number; windowStartedAt: Temporal.Instant };

/** What still counts at `at`: an elapsed window is forgotten. */
export function wrongCodesNow(guesses: Guesses, at: Temporal.Instant): Guesses {
  const end = guesses.windowStartedAt.add({ minutes: WRONG_CODES_WINDOW_MINUTES });
  return Temporal.Instant.compare(end, at) <= 0 ? { wrongCodeCount: 0, windowStartedAt: at } : guesses;
}

/**
 * What the buyer may spend at both places, in cents. What was sent and is still HELD has left the provider, or may have, and
 * would be subtracted twice; AVAILABLE decides in any case.
 */
export function spendableCents(money: {
  availableCents: number;
  heldCents: number;
  sentCents: number;
  providerBalanceCents: number;
}): number {
  return Math.min(money.availableCents, money.providerBalanceCents + money.sentCents - money.heldCents);
}
