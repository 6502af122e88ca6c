// What the claims of a person say. Other claims, and values of another type, are as good as absent.

import type { Identity } from './identity.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Longer values are no names of groups. */
const LONGEST_VALUE = 256;
const MOST_VALUES = 1_000;
const LONGEST_NAME = 100;

/** Undefined where they do not say who it is. */
export function readClaims(claims: Claims, rolesClaim: string): Identity | undefined {
  const [issuer, subject] = [textOf(claims.iss), textOf(claims.sub)];
  if (issuer === undefined || subject === undefined) return undefined;
  return {
    issuer,
    subject,
    email: addressOf(claims.email),
    isEmailVerified: claims.email_verified === true,
    name:
      textOf(claims.name)
        ?.replace(/[\p{Z}\p{C}]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_NAME) || undefined,
    roleValues: valuesOf(findClaim(claims, rolesClaim)),
  };
}

/** Whether the token says all that is asked, so that the provider need not be asked for more. */
export function isWhole(token: Claims, rolesClaim: string): boolean {
  return findClaim(token, rolesClaim) !== undefined && token.email !== undefined && token.email_verified !== undefined;
}

/**
 * What the token says, and where it says nothing what the provider says besides. The address and whether it is verified are one statement:
 * both are those of the token where it has both, else both of the other answer, else there is an address that nobody has verified.
 */
export function joinClaims(token: Claims, more: Claims): Claims {
  const says = (answer: Claims) => answer.email !== undefined && answer.email_verified !== undefined;
  const { email, email_verified } = [token, more].find(says) ?? [token, more].find((answer) => answer.email !== undefined) ?? {};
  return { ...more, ...token, email, email_verified };
}

/** A claim by its whole name, which may have dots, or else by the way into objects: `realm_access.roles`. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined), claims);
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valuesOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim.slice(0, MOST_VALUES) : [claim];
  return values.filter((value) => typeof value === 'string').filter(({ length }) => length <= LONGEST_VALUE);
}

/** One line without blanks, and no longer than mail allows. */
const ADDRESS = /^(?=.{3,254}$)[^@\s\p{C}]+@[^@\s\p{C}]+\.[^@\s\p{C}]+$/u;

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && ADDRESS.test(value) ? value.toLowerCase() : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE && !value.includes('\0') ? value : undefined;
}
