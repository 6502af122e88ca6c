// The provider's JSON objects with their irregular field names (provider.md#calls-that-mortar-makes). A field without a value is absent:
// the provider's description knows no null.
import type { Account, Document, Iban, Mandate, Movement } from '../entities.ts';
import type { World } from '../world.ts';
import { isBlocked } from './input.ts';

export function accountView(account: Account) {
  const { profile } = account;
  return {
    id: account.id,
    internalId: account.internalId,
    clientTitle: profile.title,
    firstname: profile.firstName,
    lastname: profile.lastName,
    balance: account.balanceCents,
    email: profile.email,
    status: account.status,
    isblocked: isBlocked(account),
    accountType: account.kind === 'legal' ? 1 : 0,
    company: profile.company ?? undefined,
    adresse: profile.adresse ?? undefined,
    birth: profile.birth ?? undefined,
    nationality: profile.nationality,
    phoneNumber: profile.phoneNumber,
    mobileNumber: profile.mobileNumber,
    isDebtor: profile.isDebtor,
    payerOrBeneficiary: profile.payerOrBeneficiary,
  };
}

/** The provider omits the file name; documents do not expire in the sandbox. */
export const documentView = ({ id, status, type, comment }: Document) => ({ id, status, type, comment });

export const ibanView = ({ id, status, iban, bic, holder, virtual }: Iban) => ({
  id,
  status,
  iban,
  swift: bic,
  holder,
  type: virtual ? 2 : 1,
});

export const mandateView = ({ id, status, iban, bic, holder, reference }: Mandate) => ({
  id,
  status,
  IBAN: iban,
  BIC: bic,
  holder,
  UniqueMandateReference: reference,
});

const maskedIban = (iban: string | undefined) =>
  iban === undefined ? undefined : `${iban.slice(0, 4)}XXXXXXXX${iban.slice(-3)}`;

/** The fields that all three transaction kinds share. */
const common = ({ id, method, date, commissionCents, comment, status, executionDate, reference }: Movement) => ({
  id,
  method,
  date,
  commissionAmount: commissionCents,
  comment,
  status,
  executionDate,
  reference,
});

export function transactionIn(world: World, movement: Movement) {
  const mandate = movement.mandateId === null ? undefined : world.store.mandates.get(movement.mandateId);
  return {
    ...common(movement),
    receiverAccountId: movement.receiverId,
    creditAmount: movement.amountCents - movement.commissionCents,
    scheduledDate: movement.scheduledDate ?? undefined,
    maskedLabel: maskedIban(mandate?.iban),
    refundAmount: movement.refundedCents,
  };
}

export function transactionOut(world: World, movement: Movement) {
  const iban = movement.ibanId === null ? undefined : world.store.ibans.get(movement.ibanId);
  return {
    ...common(movement),
    senderAccountId: movement.senderId,
    debitAmount: movement.amountCents,
    IbanId: movement.ibanId ?? undefined,
    maskedLabel: maskedIban(iban?.iban),
    originId: movement.originId ?? undefined,
  };
}

export function transactionP2P(movement: Movement) {
  return {
    ...common(movement),
    senderAccountId: movement.senderId,
    receiverAccountId: movement.receiverId,
    debitAmount: movement.amountCents,
    creditAmount: movement.amountCents,
    scheduledDate: movement.scheduledDate ?? undefined,
    isFee: false,
  };
}

/** An item of an account's transaction list: one of the three, under its own name. */
export function transactionItem(world: World, movement: Movement) {
  if (movement.kind === 'moneyIn') return { transactionIn: transactionIn(world, movement) };
  if (movement.kind === 'moneyOut') return { transactionOut: transactionOut(world, movement) };
  return { transactionP2P: transactionP2P(movement) };
}
