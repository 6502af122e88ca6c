// Door of invoices: other rooms issue them for what they charge, and share what their own printed documents need.

export { countryName } from './country-name.ts';
export { issueCreditNote } from './issue-credit-note.ts';
export { type IssuedInvoice, type IssueInvoice, issueInvoice } from './issue-invoice.ts';
export { type Issuer, issuerOf } from './issuer.ts';
export { renderInvoiceJob } from './jobs.ts';
export { findCustomerParty } from './queries.ts';
export { invoiceRoutes } from './routes.ts';
export { type BilledTo, type ChargedLine, type InvoiceReason, imprintOf, printedName } from './rules.ts';
export { sendPdf } from './send-pdf.ts';
