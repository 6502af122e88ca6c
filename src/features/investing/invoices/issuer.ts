// The company on the letterhead, from the settings.

import type { Config } from '../../../deps.ts';

/** Who issues an invoice, as it is printed. */
export type Issuer = { name: string; address: string[]; registration: string; vatNumber: string };

/** Identity of the platform. */
export function issuerOf(config: Config): Issuer {
  return {
    name: config.INVOICE_ISSUER_NAME,
    address: config.INVOICE_ISSUER_ADDRESS.split(';').map((line) => line.trim()),
    registration: config.INVOICE_ISSUER_REGISTRATION,
    vatNumber: config.INVOICE_ISSUER_VAT_NUMBER,
  };
}
