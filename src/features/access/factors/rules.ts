// Codes of authenticator apps (RFC 6238), recovery codes, and how long a challenge lasts. Pure.

import { createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '../../../core/constant-time.ts';

/** What a session is to do with a challenge. */
export const CHALLENGE_PURPOSES = [
  'show-factor',
  'change-factors',
  'register-passkey',
  'register-authenticator',
  'confirm-action',
] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export const FACTOR_KINDS = ['passkey', 'authenticator'] as const;

/** Longer than a person needs for a dialog of the browser. */
export const CHALLENGE_MINUTES = 5;
/** Of one administrator. */
export const MOST_PASSKEYS = 20;

const STEP_SECONDS = 30;
const DIGITS = 6;
/** A code is taken a step before and after its own: clocks of telephones differ. */
const STEPS_AROUND = [-1, 0, 1];
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** A new secret of an authenticator app, in Base32. */
export function newAuthenticatorSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** What an authenticator app reads: a link, or the text of a QR code. */
export function authenticatorUri(secret: string, email: string): string {
  return `otpauth://totp/Mortar:${encodeURIComponent(email)}?secret=${secret}&issuer=Mortar`;
}

/** The code of one step. */
export function authenticatorCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export function stepAt(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / 1000 / STEP_SECONDS);
}

/** The step of a right code that is newer than the last one taken; undefined for any other code. Compared in constant time. */
export function takenStep(
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: Temporal.Instant,
): number | undefined {
  const steps = STEPS_AROUND.map((around) => stepAt(now) + around);
  const right = steps.filter((step) => isSameText(authenticatorCode(secret, step), code));
  return right.find((step) => step > lastStep);
}

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** Ten codes of 80 bits, in groups of four letters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => (toBase32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'));
}

/** What is stored of a recovery code, however it was typed. */
export function recoveryDigest(code: string, { userId, secret }: { userId: string; secret: string }): Buffer {
  const typed = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  return createHmac('sha256', secret).update(`recovery code\n${userId}\n${typed}`).digest();
}

/** To whom the encrypted secret of an authenticator app is bound. */
export function secretOwner(userId: string): string {
  return `${userId} authenticator`;
}
