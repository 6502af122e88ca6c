// Types of money movements at the provider and of our orders (provider.md#the-port).

import type { Cents } from '../../core/cents.ts';

/** State of a movement of any kind. `pending`: look it up again later. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** Fields of every movement. `executedAt` is null until the money has moved. */
export type Movement = {
  status: PaymentStatus;
  rawStatus: number;
  amountCents: Cents;
  comment: string;
  reference: string | null;
  createdAt: Temporal.Instant;
  executedAt: Temporal.Instant | null;
};

/** Wallet to wallet. */
export type Transfer = Movement & { paymentId: number; fromAccountId: string; toAccountId: string };
/** Wallet to bank. `originId` is the money-in that a chargeback takes back, else null. */
export type Payout = Movement & { payoutId: number; accountId: string; bankAccountId: number | null; originId: number | null };
/** Bank to wallet, by mandate. */
export type DirectDebit = Movement & { debitId: number; accountId: string; scheduledDate: Temporal.PlainDate | null };
/** Bank to wallet, sent by the holder. */
export type IncomingWire = Movement & { wireId: number; accountId: string; bankReference: string | null };

/** One line of an account's statement; `amountCents` is positive, `direction` gives the sign. */
export type AccountMovement = Movement & {
  id: number;
  kind: 'money-in' | 'money-out' | 'transfer';
  direction: 'in' | 'out';
  method: PaymentMethod;
  counterpartAccountId: string | null;
  originId: number | null;
};

export type PaymentMethod =
  | 'card'
  | 'incoming-wire'
  | 'outgoing-wire'
  | 'transfer'
  | 'ideal'
  | 'direct-debit'
  | 'cheque'
  | 'other';

/** `reference` is ours (a UUID; 36 characters at most for transfers): the key to find the movement again. */
export type TransferOrder = {
  fromAccountId: string;
  toAccountId: string;
  amountCents: Cents;
  comment: string;
  reference: string;
};
export type PayoutOrder = { accountId: string; bankAccountId: number; amountCents: Cents; comment: string; reference: string };
export type DirectDebitOrder = {
  accountId: string;
  mandateId: number;
  amountCents: Cents;
  collectionDate: Temporal.PlainDate;
  comment: string;
  reference: string;
};

/** Both ends are included, and widened to whole seconds, which is what the provider compares. */
export type Period = { from: Temporal.Instant; to: Temporal.Instant };
