// Door of invoices: other rooms issue them for what they charge, and share what their own printed documents need.

export { countryName, type Issuer, issuerOf } from './invoice-pdf.ts';
export { type IssuedInvoice, type IssueInvoice, issueCreditNote, issueInvoice } from './issue.ts';
export { renderInvoiceJob } from './jobs.ts';
export { findCustomerParty } from './queries.ts';
export { invoiceRoutes, sendPdf } from './routes.ts';
export { type BilledTo, type ChargedLine, type InvoiceReason, imprintOf, printedName } from './rules.ts';
