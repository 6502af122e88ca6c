// What the QR code of a SEPA credit transfer says: the guideline EPC069-12 of the European Payments Council, version 002.

export type Transfer = { iban: string; bic: string | null; holder: string; reference: string; amountCents: number | null };

/** Longest values that the guideline allows. */
const LONGEST_NAME = 70;
const LONGEST_TEXT = 140;
const UTF_8 = '1';

/** The text of the code, line by line. In euros with a point, whatever the language; without an amount the payer names it. */
export function transferText({ iban, bic, holder, reference, amountCents }: Transfer): string {
  const amount = amountCents === null ? '' : `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const noPurpose = '';
  const noStructuredReference = '';
  return [
    ...['BCD', '002', UTF_8, 'SCT'],
    ...[bic ?? '', holder.slice(0, LONGEST_NAME), iban.replaceAll(/\s/g, ''), amount],
    ...[noPurpose, noStructuredReference, reference.slice(0, LONGEST_TEXT)],
  ].join('\n');
}

/** An IBAN as banks print it. */
export function ibanInFours(iban: string): string {
  return iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}
