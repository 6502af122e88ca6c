// The company that issues the documents, from the settings (A-invoices-6).

import type { Config } from '../../../deps.ts';

/** The issuer as it is printed; `address` by line. */
export type Issuer = { name: string; address: string[]; registration: string; vatNumber: string };

/** The platform. */
export function issuerOf(config: Config): Issuer {
  return {
    name: config.INVOICE_ISSUER_NAME,
    address: config.INVOICE_ISSUER_ADDRESS.split(';').map((line) => line.trim()),
    registration: config.INVOICE_ISSUER_REGISTRATION,
    vatNumber: config.INVOICE_ISSUER_VAT_NUMBER,
  };
}
