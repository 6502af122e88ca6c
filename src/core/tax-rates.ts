// Withholding rates by year (tax.md#rates-of-a-year): a new law is a new row.

/** Withholding rates of one year in basis points (tax.md#rates-of-a-year); a row holds until the next one begins. */
export type TaxYear = { fromYear: number; incomeTaxBps: number; socialBps: number; solidarityBps: number };

/** Table of the documents' years; the setting TAX_RATES replaces it. */
export const TAX_RATES: readonly TaxYear[] = [
  { fromYear: 0, incomeTaxBps: 1280, socialBps: 1720, solidarityBps: 750 },
  { fromYear: 2026, incomeTaxBps: 1280, socialBps: 1860, solidarityBps: 750 },
];

/** The table from its JSON text; throws what is wrong with it. */
export function checkTaxRates(value: unknown): readonly TaxYear[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error('must be a non-empty array of years');
  return value.map((row: Record<string, unknown>) => {
    const field = (name: string) => {
      const number = row[name];
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw new Error(`needs a whole number ${name}`);
      return number;
    };
    return {
      fromYear: field('fromYear'),
      incomeTaxBps: field('incomeTaxBps'),
      socialBps: field('socialBps'),
      solidarityBps: field('solidarityBps'),
    };
  });
}
