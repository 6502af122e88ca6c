// Words of the list of invoices.

import { words } from '../../core/language.ts';

export const invoiceWords = words(
  {
    title: 'Factures et avoirs',
    byReason: 'Filtrer par motif',
    number: 'Numéro',
    billedTo: 'Facturé à',
    reason: 'Motif',
    issuedAt: 'Émis le',
    exclTax: 'Montant HT',
    vat: 'TVA',
    inclTax: 'Montant TTC',
    file: 'Fichier',
    download: (number: string) => `PDF de ${number}`,
    creditNote: 'Avoir',
    credited: 'Annulée par un avoir',
    reasons: {
      'withdrawal-fee': 'Frais de retrait',
      'management-fees': 'Frais de gestion',
      'funding-fees': 'Frais de collecte',
      'fiducie-fees': 'Frais de fiducie',
    },
    none: 'Aucune facture',
    explanation: 'Les frais facturés aux investisseurs et aux sociétés de projet apparaissent ici, avec leurs avoirs.',
  },
  {
    title: 'Invoices and credit notes',
    byReason: 'Filter by reason',
    number: 'Number',
    billedTo: 'Billed to',
    reason: 'Reason',
    issuedAt: 'Issued',
    exclTax: 'Amount without tax',
    vat: 'VAT',
    inclTax: 'Amount with tax',
    file: 'File',
    download: (number) => `PDF of ${number}`,
    creditNote: 'Credit note',
    credited: 'Reversed by a credit note',
    reasons: {
      'withdrawal-fee': 'Withdrawal fee',
      'management-fees': 'Management fees',
      'funding-fees': 'Funding fees',
      'fiducie-fees': 'Trustee fees',
    },
    none: 'No invoice',
    explanation: 'Fees charged to investors and project companies appear here, with their credit notes.',
  },
);
