// Door of invoices: rooms that charge something issue them, investors read theirs.

export { issueCreditNote } from './issue-credit-note.ts';
export { type IssuedInvoice, type IssueInvoice, issueInvoice } from './issue-invoice.ts';
export { type Issuer, issuerOf } from './issuer.ts';
export { renderInvoiceJob } from './jobs.ts';
export { invoiceRoutes } from './routes.ts';
export type { ChargedLine, InvoiceReason } from './rules.ts';
