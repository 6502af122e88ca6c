// Words of the rows that break a rule of the proof: how, with which figures. `{...}` is a fact of the row.

import type { ViolationCode } from '../../../clients/typescript/src/index.ts';
import { words } from '../../core/language.ts';

type Sentences = Readonly<Record<ViolationCode, string>>;

const inFrench: Sentences = {
  'line-unlike-posting': 'une ligne n’a ni la date ni la nature de son écriture',
  'posting-without-line': 'n’a aucune ligne',
  'lines-off-balance': 'ses lignes font {sumCents} au lieu de zéro',
  'balances-off-balance': 'les soldes font {sumCents} au lieu de zéro',
  'balance-unlike-postings':
    'solde de {balanceCents}, écart de {offCents} avec ses écritures ; {inCents} d’entrées, écart de {inOffCents}',
  'balance-negative': 'le solde est négatif : {balanceCents}',
  'hold-unlike-waiting': '{heldCents} réservés, {waitingCents} en attente',
  'purse-unlike-flows': 'solde de {balanceCents}, flux de {flowsCents}, et {throughHeldCents} passés par la réserve',
  'order-unlike-transaction': '{type} : {status}, son paiement : {order}',
  'succeeded-without-number': 'exécuté sans numéro chez le prestataire',
  'moved-for-no-transaction': 'a déplacé de l’argent sans transaction',
  'waits-for-no-movement': '{type} : attend sans aucun mouvement',
  'fee-unlike-withdrawal': 'retrait : {status}, ses frais : {fee}',
  'not-posted': '{type} de {amountCents} : n’est pas écrit',
  'posted-otherwise': '{type} de {amountCents} : écrit comme {postedType} de {postedCents}',
  'posted-for-somebody-else': '{type} de {amountCents} : écrit comme {postedType} de {postedCents}, pour quelqu’un d’autre',
  'posted-for-nothing-confirmed': '{type} : écrit pour une transaction absente ou non confirmée',
  'payment-unlike-posting': 'paiement de {amountCents} : écrit comme {postedType} de {postedCents}',
  'booking-unlike-posting': 'devait changer {account} de {changeCents}, {postedCents} écrits',
  'taken-back-yet-booked': 'inscription annulée, qui change pourtant {account} de {changeCents}',
  'booked-twice': 'inscrit par un administrateur, et autrement aussi',
  'bricks-not-all-there': 'briques créées : {created} sur {total}, encore à créer : {toCome}',
  'deal-locks-other-bricks': 'briques bloquées : {locked} sur {bricks}',
  'locked-by-deal-that-is-over': 'bloquée par un échange terminé',
  'funding-totals-unlike-purchases':
    'compteurs : {confirmed} briques confirmées et {waiting} en attente, pour {confirmedCents} ; achats : {countedConfirmed} et {countedWaiting}, pour {countedCents}',
  'holding-unlike-bricks':
    'détention : {held} briques, dont {selling} en vente ; comptées : {counted}, dont {countedSelling} en vente',
  'purchase-unlike-bricks': 'briques achetées : {bought}, détenues : {has}',
  'unconfirmed-yet-has-bricks': 'achat : {status}, qui a pourtant des briques',
  'deal-transactions-not-opposite': 'échange : {status} ; achat : {buying}, vente : {selling}',
  'transferred-twice': '{purpose} : exécuté {times} fois',
  'moved-twice': '{amountCents} partis une seconde fois, mouvement {movement}',
  'referral-parts-unlike-payout': 'parrainage : {status} ; {paysCents} payés, {partsCents} de parts',
  'open-without-job': 'paiement : {status}, qu’aucune tâche ne suit',
  'holds-unlike-owed': '{heldCents} détenus, {owedCents} dus',
  'quota-below-deals': 'comptés : {counted}, échanges : {deals}',
  'owner-unlike-buyer': 'détenue par {owner}, achetée par {buyer}',
  'bricks-unlike-trades': 'briques détenues : {has}, achetées : {bought}, vendues : {sold}',
  'purchase-paid-otherwise': 'payé par {payer}, {amountCents}',
  'schedule-unlike-loan':
    'échéances : {echeances} sur {planned}, trous : {gaps} ; {dueCents} de capital dû sur {lentCents} prêtés',
  'shares-unlike-run':
    'parts : {sharesCents} sur {totalCents}, impôt : {sharedTaxCents} sur {taxCents}, porteurs : {shares} sur {holders}',
  'share-unlike-orders': 'versement : {status}, paiements exécutés : {orders}',
  'distributed-more-than-paid': '{distributedCents} distribués pour {paidCents} payés',
  'echeance-unlike-payments':
    'échéance : {mensualiteCents} de mensualité et {capitalCents} de capital payés, {couponCents} et {repaidCents} distribués ; paiements : {mensualiteRowsCents} et {capitalRowsCents}, {couponRowsCents} et {repaidRowsCents}',
  'coupon-year-unlike-coupons':
    'coupons : {couponsCents} pour {countedCouponsCents} comptés ; impôt : {taxCents} pour {countedTaxCents} ; parts : {incomeTaxCents} et {socialCents} pour {countedIncomeTaxCents} et {countedSocialCents}',
  'purse-unlike-rows': '{heldCents} détenus, {rowsCents} d’après les opérations',
  'settled-yet-holds': '{heldCents} détenus après le solde',
  'never-at-provider': '{heldCents} détenus, dont {outsideCents} ne sont jamais passés chez le prestataire',
  'seal-breaks-chain': 'ne prolonge pas le sceau précédent',
  'last-seal-elsewhere': 'n’est pas là où la preuve s’est arrêtée',
  'restored-from-dump': 'écritures numérotées dans une autre base : restaurée d’une sauvegarde (ledger_reset_checkpoints)',
  'seal-unlike-postings':
    'scellés : {postings} écritures, {lines} lignes, {turnoverCents} ; trouvés : {postingsNow}, {linesNow}, {turnoverNowCents}',
  'seal-unlike-lines': 'scellés : {sealedCents}, dont {sealedInCents} d’entrées ; lignes : {linesCents}, dont {linesInCents}',
};

const inEnglish: Sentences = {
  'line-unlike-posting': 'a line has another moment or type than its posting',
  'posting-without-line': 'has no line',
  'lines-off-balance': 'its lines add up to {sumCents} instead of zero',
  'balances-off-balance': 'the balances add up to {sumCents} instead of zero',
  'balance-unlike-postings':
    'balance of {balanceCents}, off by {offCents} from its postings; {inCents} came in, off by {inOffCents}',
  'balance-negative': 'the balance is negative: {balanceCents}',
  'hold-unlike-waiting': '{heldCents} held, {waitingCents} waiting',
  'purse-unlike-flows': 'balance of {balanceCents}, flows of {flowsCents}, and {throughHeldCents} through what is held',
  'order-unlike-transaction': '{type}: {status}, its payment: {order}',
  'succeeded-without-number': 'done without a number at the provider',
  'moved-for-no-transaction': 'moved money for no transaction',
  'waits-for-no-movement': '{type}: waits for no movement',
  'fee-unlike-withdrawal': 'withdrawal: {status}, its fee: {fee}',
  'not-posted': '{type} of {amountCents}: is not posted',
  'posted-otherwise': '{type} of {amountCents}: posted as {postedType} of {postedCents}',
  'posted-for-somebody-else': '{type} of {amountCents}: posted as {postedType} of {postedCents}, for somebody else',
  'posted-for-nothing-confirmed': '{type}: posted for a transaction that is not there or not confirmed',
  'payment-unlike-posting': 'payment of {amountCents}: posted as {postedType} of {postedCents}',
  'booking-unlike-posting': 'was to change {account} by {changeCents}, {postedCents} posted',
  'taken-back-yet-booked': 'a booking that was taken back, yet changes {account} by {changeCents}',
  'booked-twice': 'booked by an administrator, and otherwise too',
  'bricks-not-all-there': 'bricks created: {created} of {total}, still to come: {toCome}',
  'deal-locks-other-bricks': 'bricks locked: {locked} of {bricks}',
  'locked-by-deal-that-is-over': 'locked by a deal that is over',
  'funding-totals-unlike-purchases':
    'kept: {confirmed} bricks confirmed and {waiting} waiting, for {confirmedCents}; purchases: {countedConfirmed} and {countedWaiting}, for {countedCents}',
  'holding-unlike-bricks': 'holding: {held} bricks, {selling} of them for sale; counted: {counted}, {countedSelling} for sale',
  'purchase-unlike-bricks': 'bricks bought: {bought}, held: {has}',
  'unconfirmed-yet-has-bricks': 'purchase: {status}, which has bricks all the same',
  'deal-transactions-not-opposite': 'deal: {status}; buying: {buying}, selling: {selling}',
  'transferred-twice': '{purpose}: done {times} times',
  'moved-twice': '{amountCents} left a second time, movement {movement}',
  'referral-parts-unlike-payout': 'referral: {status}; {paysCents} paid, {partsCents} in parts',
  'open-without-job': 'payment: {status}, which no job follows',
  'holds-unlike-owed': '{heldCents} held, {owedCents} owed',
  'quota-below-deals': 'counted: {counted}, deals: {deals}',
  'owner-unlike-buyer': 'belongs to {owner}, bought by {buyer}',
  'bricks-unlike-trades': 'bricks held: {has}, bought: {bought}, sold: {sold}',
  'purchase-paid-otherwise': 'paid by {payer}, {amountCents}',
  'schedule-unlike-loan': 'months: {echeances} of {planned}, gaps: {gaps}; {dueCents} of capital due of {lentCents} lent',
  'shares-unlike-run':
    'shares: {sharesCents} of {totalCents}, tax: {sharedTaxCents} of {taxCents}, holders: {shares} of {holders}',
  'share-unlike-orders': 'share: {status}, payments done: {orders}',
  'distributed-more-than-paid': '{distributedCents} distributed for {paidCents} paid',
  'echeance-unlike-payments':
    'month: {mensualiteCents} of the instalment and {capitalCents} of capital paid, {couponCents} and {repaidCents} distributed; payments: {mensualiteRowsCents} and {capitalRowsCents}, {couponRowsCents} and {repaidRowsCents}',
  'coupon-year-unlike-coupons':
    'coupons: {couponsCents} for {countedCouponsCents} counted; tax: {taxCents} for {countedTaxCents}; parts: {incomeTaxCents} and {socialCents} for {countedIncomeTaxCents} and {countedSocialCents}',
  'purse-unlike-rows': '{heldCents} held, {rowsCents} by what was done',
  'settled-yet-holds': '{heldCents} held after the settlement',
  'never-at-provider': '{heldCents} held, of which {outsideCents} never were at the provider',
  'seal-breaks-chain': 'does not continue the seal before it',
  'last-seal-elsewhere': 'is not where the proof has come to',
  'restored-from-dump': 'postings numbered in another database: restored from a dump (ledger_reset_checkpoints)',
  'seal-unlike-postings':
    'sealed: {postings} postings, {lines} lines, {turnoverCents}; found: {postingsNow}, {linesNow}, {turnoverNowCents}',
  'seal-unlike-lines': 'sealed: {sealedCents}, {sealedInCents} of it in; lines: {linesCents}, {linesInCents} of it in',
};

type Names = Readonly<Record<string, string>>;

/** States of transactions, payments, purchases, deals and shares, as the service has them. */
const statesInFrench: Names = {
  WAITING: 'en attente',
  CONFIRMED: 'confirmé',
  FAILED: 'échoué',
  CANCELED: 'annulé',
  created: 'à envoyer',
  sent: 'envoyé',
  succeeded: 'exécuté',
  failed: 'refusé',
  canceled: 'annulé',
  waiting_payment: 'paiement en attente',
  waiting_provider: 'en attente du prestataire',
  confirmed: 'confirmé',
  declined: 'refusé',
  pending: 'en vente',
  reserved: 'réservé',
  waiting: 'en attente',
  paid: 'payé',
  paidOutside: 'payé hors plateforme',
  blocked: 'bloqué',
};

const statesInEnglish: Names = {
  WAITING: 'waiting',
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  CANCELED: 'canceled',
  created: 'to be sent',
  sent: 'sent',
  succeeded: 'done',
  failed: 'refused',
  canceled: 'canceled',
  waiting_payment: 'payment waiting',
  waiting_provider: 'waiting for the provider',
  confirmed: 'confirmed',
  declined: 'declined',
  pending: 'for sale',
  reserved: 'reserved',
  waiting: 'waiting',
  paid: 'paid',
  paidOutside: 'paid outside',
  blocked: 'blocked',
};

export const violationWords = words(
  {
    sentences: inFrench,
    states: statesInFrench,
    none: 'aucun',
    nobody: 'personne',
    subjects: { 'all accounts': 'tous les comptes', 'last seal': 'dernier sceau', cluster: 'base de données' } as Names,
    seal: (number: string) => `sceau ${number}`,
  },
  {
    sentences: inEnglish,
    states: statesInEnglish,
    none: 'none',
    nobody: 'nobody',
    subjects: { 'all accounts': 'all accounts', 'last seal': 'last seal', cluster: 'database' } as Names,
    seal: (number) => `seal ${number}`,
  },
);
