// Integer-cent arithmetic: rounding, rates, and amounts shared without losing a cent (ground-rules.md#money).

const BASIS_POINTS = 10_000;

/**
 * The most that anybody may ask for at once, ten billion euros: thousands of such amounts add up to a number that is still exact.
 * Beyond 2^53 a sum can be read no more, and whatever shows it would fail from then on (A-core-20).
 */
export const MAX_CENTS = 1_000_000_000_000;

/** Half-up integer division `floor((2 num + den) / (2 den))`; `den` > 0. Exact for any size: BigInt inside. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}

/** Division rounded towards minus infinity, which BigInt's own `/` is not for negative numerators. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Share of an amount in basis points (VAT, commission, tax), rounded half up to the cent. */
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Number(roundHalfUp(BigInt(amountCents) * BigInt(basisPoints), BigInt(BASIS_POINTS)));
}

/**
 * Percentage of the API (`9.5`) as the integer kept inside: four decimals of a percent, `R(pct)` of ground-rules.md#rates,
 * rounded half up.
 * The decimal point is moved in the text, because `percentage * 10_000` may fall to the wrong side of a half.
 */
export function rateOf(percentage: number): number {
  const [digits, exponent = '0'] = String(percentage).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 4}`));
}

/** The API's percentage of a rate kept inside; inverse of {@link rateOf}. */
export function percentageOf(rate: number): number {
  return rate / 10_000;
}

/** `round2` of ground-rules.md#rounding: numerator/denominator with two decimals, rounded half up in integers. */
export function ratioWithTwoDecimals(numerator: bigint, denominator: bigint): number {
  return Number(roundHalfUp(numerator * 100n, denominator)) / 100;
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** Cents as the documents' currency string, `fr-FR` euros. */
export function formatEuros(amountCents: number): string {
  return euros.format(amountCents / 100);
}
