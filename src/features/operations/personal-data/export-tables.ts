// What the export of a person has: the tables about them by the columns that lead to them, and those that are left out, with the reason.

import { COLUMNS, type Period } from './columns.ts';

/** Rows of `table` whose `link` is the id of the investor, or of their account. */
export type PersonLink = { table: string; link: string; of: 'customer' | 'user' };

/** A list of the export; `title` is the name of its file. */
export type ExportedList = PersonLink & { title: string };

const ofCustomer = (title: string, table: string, link = 'customer_id'): ExportedList => ({ title, table, link, of: 'customer' });
const ofUser = (title: string, table: string, link: string): ExportedList => ({ title, table, link, of: 'user' });

export const EXPORTED: readonly ExportedList[] = [
  ofUser('compte', 'auth_user', 'id'),
  ofUser('sessions', 'auth_session', 'userId'),
  ofUser('changements-d-acces', 'credential_change', 'user_id'),
  ofUser('cles-d-acces', 'passkey', 'user_id'),
  ofCustomer('profil', 'customer', 'id'),
  ofCustomer('societe', 'customer_company'),
  ofCustomer('pieces-d-identite', 'identity_document'),
  ofCustomer('verification-en-ligne', 'onboarding'),
  ofCustomer('corrections-du-profil', 'profile_correction'),
  ofCustomer('identite-fiscale', 'tax_identity'),
  ofCustomer('demandes-fiscales', 'tax_rate_request'),
  ofCustomer('reclamations', 'complaint'),
  ofCustomer('e-mails-envoyes', 'sent_mail'),
  ofCustomer('e-mails-refuses', 'unwanted_mail'),
  ofCustomer('comptes-bancaires', 'bank_account'),
  ofCustomer('compte-de-depot', 'deposit_account'),
  ofCustomer('mouvements-du-portefeuille', 'wallet_transaction'),
  ofCustomer('retraits', 'withdrawal'),
  ofCustomer('rejets', 'charge_back'),
  ofCustomer('achats', 'purchase'),
  ofCustomer('briques-detenues', 'brick_holding'),
  ofCustomer('achats-sur-le-marche', 'market_deal', 'buyer_id'),
  ofCustomer('ventes-sur-le-marche', 'market_deal', 'seller_id'),
  ofCustomer('ventes-par-jour', 'deal_quota'),
  ofCustomer('plan-d-investissement', 'investment_plan'),
  ofCustomer('investissements-automatiques', 'automatic_funding_candidate'),
  ofCustomer('cartes-cadeaux-achetees', 'gift_card', 'buyer_customer_id'),
  ofCustomer('cartes-cadeaux-recues', 'gift_card', 'redeemer_customer_id'),
  ofCustomer('versements', 'payout_line'),
  ofCustomer('lien-d-agenda', 'calendar_feed'),
  ofCustomer('coupons-par-annee', 'coupon_year'),
  ofCustomer('pertes-en-capital', 'capital_loss'),
  ofCustomer('factures', 'invoice'),
  ofCustomer('avis-d-operation', 'trade_paper'),
  ofCustomer('recompenses-de-parrainage', 'referral_reward', 'referrer_customer_id'),
  ofCustomer('versements-de-parrainage', 'referral_payout', 'referrer_customer_id'),
  ofCustomer('factures-de-parrainage', 'referral_invoice', 'referrer_customer_id'),
];

/** Tables that lead to a person and are not exported. A column is named where another one of its table is exported. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'administrator_identity.user_id': 'of administrators',
  'administrator_role.user_id': 'of administrators',
  'administrator_sign_in.user_id': 'of administrators',
  'admin_action.administrator_id': 'of administrators',
  'owner_transfer.administrator_id': 'of administrators',
  'owner_transfer.bypassing_administrator_id': 'of administrators',
  'mfa_context.administrator_id': 'of administrators',
  'authenticator.user_id': 'of administrators',
  'moved_alone.administrator_id': 'of administrators',
  'note.written_by': 'of administrators, about an operation: what they must know to work on it',
  'recovery_code.user_id': 'of administrators',
  'saved_filter.administrator_id': 'of administrators',
  'movement_booking_line.customer_id': 'a movement of the wallet, which is exported',
  'erasure.customer_id': 'how far the erasure is, which the account shows',
  'erasure.closed_by': 'of administrators',
  'auth_account.userId': 'the password, which is a secret',
  'auth_two_factor.userId': 'a secret',
  'mfa_context.customer_id': 'codes of a day',
  'gift_card_token.customer_id': 'secrets of a day',
  'gift_card_guess.customer_id': 'a counter of a day',
  'idempotency_key.user_id': 'answers of a day that the rows themselves say',
  'brick.owner_customer_id': 'a row for each brick, which brick_holding counts',
  'customer.user_id': 'leads to the account, which is exported',
  'customer.referrer_customer_id': 'another person',
  'referral_reward.referee_customer_id': 'what somebody else earned',
  'referrer.customer_id': 'its one date is that of the last reward',
};

/** Every column whose rows are about an investor: of a table that is exported the others lead to somebody else, such as a referrer. */
export const LINKS: readonly PersonLink[] = [
  ...EXPORTED.map(({ table, link, of }) => ({ table, link, of })),
  ...Object.keys(LEFT_OUT).flatMap((name): PersonLink[] => {
    const [table = '', link = ''] = name.split('.');
    if (EXPORTED.some((list) => list.table === table)) return [];
    return [{ table, link, of: /user_?id$|administrator_id$/i.test(link) ? 'user' : 'customer' }];
  }),
];

/** Columns of the exported classes that say nothing to the person, or lead to somebody else. */
const UNSAID =
  /(?:^|_)(?:customer_id|user_id|buyer_id|seller_id|owner_id)$|^userId$|_digest$|_sha256$|^storage_key$|^iban_end$|^file_digest$|^url$/;

/** The columns of a table that the export shows; that the export says the name of a project is up to the query. */
export function exportedColumns(table: string): string[] {
  return COLUMNS.filter(
    (one) => one.table === table && (one.columnClass === 'person' || one.columnClass === 'money') && !UNSAID.test(one.column),
  ).map(({ column }) => column);
}

/** Tables with a column `property_id`, whose rows are of a project. */
export const OF_PROJECTS: ReadonlySet<string> = new Set(
  COLUMNS.filter(({ column }) => column === 'property_id').map(({ table }) => table),
);

/** Why a table is kept, and how long, as the index of the export says it. */
export function periodOf(table: string): Period {
  return COLUMNS.find((one) => one.table === table)?.period ?? 'running';
}
