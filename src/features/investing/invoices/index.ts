// Door of the papers of investors: invoices, credit notes, and the printed confirmations of purchases and deals.

export { type Issuer, issuerOf } from './invoice-pdf.ts';
export { type IssuedInvoice, type IssueInvoice, issueCreditNote, issueInvoice } from './invoices.ts';
export { renderInvoiceJob } from './jobs.ts';
export { invoiceRoutes, sendPdf, tradePaperRoutes } from './routes.ts';
export { type BilledTo, type ChargedLine, type InvoiceReason, imprintOf, invoiceNumber, printedName } from './rules.ts';
export { issueTradePaper } from './trade-papers.ts';
