// The port of the payment provider: its operations, movements of money and results in our own terms (provider.md#the-port).

import type { Cents } from '../../core/cents.ts';

/** The end user of a call, whose address the provider requires. Absent: the address of our server. */
export type CallContext = { userAddress?: string | undefined; userAgent?: string | undefined; language?: string | undefined };

/**
 * Why a call failed. Only `unavailable` leaves the outcome unknown: look a movement up by its reference before a retry. `retired`: the
 * provider does not offer the call any more, whatever is asked of it.
 */
export type FailureKind =
  | 'not-found'
  | 'insufficient-balance'
  | 'account-blocked'
  | 'receiver-blocked'
  | 'receiver-closed'
  | 'account-not-verified'
  | 'conflict'
  | 'rejected'
  | 'unauthorized'
  | 'retired'
  | 'unavailable';

/** `code` is the provider's own number; `message` holds no key and no full IBAN, and may be logged. */
export type ProviderFailure = { ok: false; kind: FailureKind; code?: number; message: string };
export type ProviderResult<T> = { ok: true; value: T } | ProviderFailure;

export type KycStatus =
  | 'verified'
  | 'registered'
  | 'missing-document'
  | 'document-refused'
  | 'document-expired'
  | 'under-review'
  | 'blocked'
  | 'closed'
  | 'platform'
  | 'other';

/** `rawStatus` is the provider's number, as in notifications. */
export type Account = {
  accountId: string;
  internalId: number;
  balanceCents: Cents;
  kycStatus: KycStatus;
  rawStatus: number;
  blocked: boolean;
  kind: 'individual' | 'legal';
};

export type AccountBalance = { accountId: string; balanceCents: Cents; kycStatus: KycStatus; rawStatus: number };

export type PersonProfile = {
  /** Our id, 1 to 100 characters: customer UUID or the SPV's external id. */
  accountId: string;
  email: string;
  sex?: 'female' | 'male' | undefined;
  firstName: string;
  lastName: string;
  address: { street: string; postcode: string; city: string; country: string };
  birth: { date: Temporal.PlainDate; city: string; country: string };
  /** Alpha-3 codes, comma separated, 19 characters at most. */
  nationality: string;
  /** E.164 or digits; sent without `+` nor `00`. */
  phone?: string | undefined;
  /** Payer (investors, the default) or beneficiary of the money (SPVs). */
  role?: 'payer' | 'beneficiary' | undefined;
};

export type IndividualProfile = PersonProfile & { kind: 'individual' };

/** The person is the legal representative. */
export type LegalProfile = PersonProfile & {
  kind: 'legal';
  company: { name: string; description: string; websiteUrl?: string | undefined; identificationNumber?: string | undefined };
};

/** `existing`: the account existed before (an update, or an earlier call whose reply was lost). */
export type OpenedAccount = { accountId: string; internalId: number; existing: boolean };

export type DocumentType =
  | 'identityCard'
  | 'passportEU'
  | 'passportOther'
  | 'residencePermit'
  | 'drivingLicence'
  | 'proofOfAddress'
  | 'proofOfIban'
  | 'companyRegistration'
  | 'articlesOfAssociation'
  | 'selfie'
  | 'directDebitMandate'
  | 'other';

export type DocumentStatus = 'uploaded' | 'accepted' | 'refused';
export type DocumentRefusal = 'refused' | 'unreadable' | 'expired' | 'wrong-type' | 'wrong-name' | 'duplicate';

/** `reason` is set exactly when `status` is `refused`; `rawStatus` is the number of notification 9. */
export type ProviderDocument = {
  documentId: number;
  type: DocumentType;
  status: DocumentStatus;
  reason: DocumentRefusal | null;
  rawStatus: number;
  comment: string | null;
};

export type DocumentUpload = { accountId: string; type: DocumentType; name: string; bytes: Uint8Array };
export type UploadedDocument = Pick<ProviderDocument, 'documentId' | 'status' | 'reason' | 'rawStatus'>;

/** Only `activated` can be paid to. */
export type BankAccountStatus = 'activated' | 'waiting' | 'refused' | 'deactivated' | 'unused' | 'internal' | 'other';

export type BankAccount = {
  bankAccountId: number;
  iban: string;
  bic: string | null;
  holder: string;
  status: BankAccountStatus;
  rawStatus: number;
  /** A virtual IBAN receives money for the account; nothing can be paid out to it. */
  virtual: boolean;
};

export type BankAccountRegistration = { accountId: string; holder: string; iban: string; bic?: string | undefined };
export type RegisteredBankAccount = Pick<BankAccount, 'bankAccountId' | 'status' | 'rawStatus'>;
/** A created virtual IBAN; from then on it is in the list of bank accounts. */
export type VirtualIban = Pick<BankAccount, 'bankAccountId' | 'iban' | 'bic' | 'holder' | 'status'>;

export type MandateStatus = 'usable' | 'pending' | 'disabled' | 'refused' | 'other';

export type Mandate = {
  mandateId: number;
  iban: string;
  bic: string | null;
  holder: string;
  reference: string | null;
  status: MandateStatus;
  rawStatus: number;
  usable: boolean;
};

/** A person as the online onboarding takes them; what is left out is asked on its own page. */
export type OnboardingPerson = {
  email: string;
  firstName: string;
  lastName: string;
  birth: { date: Temporal.PlainDate; city?: string | undefined; country: string };
  /** Alpha-3 codes, comma separated. */
  nationality: string;
  /** E.164. */
  phone?: string | undefined;
  /** `country` is an alpha-3 code, like all countries of this type. */
  address: { street?: string | undefined; postcode?: string | undefined; city?: string | undefined; country: string };
};

/** What is onboarded, in the words of the page that it is sent to. */
export type OnboardingKind = 'individual' | 'company' | 'association' | 'sole-trader';

/** Who asks for a wallet. `walletId` is ours: the account id that the wallet has once the provider has accepted them. */
export type OnboardingApplicant = { walletId: string; activity: string; profile: string } & (
  | { kind: 'individual'; person: OnboardingPerson }
  | {
      kind: Exclude<OnboardingKind, 'individual'>;
      entity: {
        name: string;
        registrationNumber?: string | undefined;
        registrationDate?: Temporal.PlainDate | undefined;
        country: string;
      };
      representative: OnboardingPerson;
    }
);

/** `url` leads to the provider's page, where the applicant hands in what is asked. */
export type OnboardingLink = { onboardingId: string; url: string };

export type OnboardingAccountStatus = 'created' | 'accepted' | 'denied' | 'blocked' | 'other';

export type OnboardingProfileStatus =
  | 'accepted'
  | 'awaiting-information'
  | 'creation-in-progress'
  | 'denied'
  | 'identity-verification-in-progress'
  | 'identity-verification-abandoned'
  | 'identity-verification-error'
  | 'information-collection-in-progress'
  | 'rejected'
  | 'under-analysis'
  | 'other';

export type OnboardingAccount = {
  onboardingAccountId: string;
  accountId: string | null;
  status: OnboardingAccountStatus;
  profileStatus: OnboardingProfileStatus;
  requirements: {
    id: string;
    type: string;
    status: 'requested' | 'accepted' | 'rejected' | 'other';
    dueAt: Temporal.Instant | null;
  }[];
  restrictions: {
    id: string;
    category: string;
    reason: string;
    activatedAt: Temporal.Instant | null;
    requirementIds: string[];
  }[];
};

/**
 * The port. Methods do not throw on failures of the provider: these are part of the result. The four that move money (`transfer`,
 * `payOut`, `createDirectDebit`, `cancelDirectDebit`) are sent once and never retried here. When the provider knows no movement, the
 * `get…` methods return null and the `list…` by reference an empty list, which is the only proof that no money moved. Several movements
 * may have the same reference (an order that was sent again): `list…` returns all of them, oldest first; `get…` the first succeeded one,
 * else the first pending one, else the newest.
 */
export type PaymentProvider = {
  getAccount(accountId: string, context?: CallContext): Promise<ProviderResult<Account>>;
  /** Balances changed since `since`, all accounts of the platform in one call. */
  getBalances(since: Temporal.Instant, context?: CallContext): Promise<ProviderResult<AccountBalance[]>>;
  /** Statement lines of a period, by creation (default) or by execution; of the platform's own accounts those of the last quarter at most. */
  listAccountTransactions(
    accountId: string,
    period: Period & { by?: 'creation' | 'execution' },
    context?: CallContext,
  ): Promise<ProviderResult<AccountMovement[]>>;
  openAccount(profile: IndividualProfile | LegalProfile, context?: CallContext): Promise<ProviderResult<OpenedAccount>>;
  updateAccount(profile: IndividualProfile | LegalProfile, context?: CallContext): Promise<ProviderResult<OpenedAccount>>;
  uploadDocument(upload: DocumentUpload, context?: CallContext): Promise<ProviderResult<UploadedDocument>>;
  listDocuments(accountId: string, context?: CallContext): Promise<ProviderResult<ProviderDocument[]>>;
  listBankAccounts(accountId: string, context?: CallContext): Promise<ProviderResult<BankAccount[]>>;
  registerBankAccount(
    registration: BankAccountRegistration,
    context?: CallContext,
  ): Promise<ProviderResult<RegisteredBankAccount>>;
  /** No pay-outs to it any more; `rejected` with code 220 when it was unregistered before. */
  unregisterBankAccount(
    key: { accountId: string; bankAccountId: number },
    context?: CallContext,
  ): Promise<ProviderResult<{ bankAccountId: number }>>;
  /** Each call creates another one, so read the list first. Country: two letters. */
  createVirtualIban(asked: { accountId: string; country: 'FR' }, context?: CallContext): Promise<ProviderResult<VirtualIban>>;
  listMandates(accountId: string, context?: CallContext): Promise<ProviderResult<Mandate[]>>;
  transfer(order: TransferOrder, context?: CallContext): Promise<ProviderResult<Transfer>>;
  listTransfers(key: { reference: string }, context?: CallContext): Promise<ProviderResult<Transfer[]>>;
  getTransfer(
    key: { paymentId: number } | { reference: string },
    context?: CallContext,
  ): Promise<ProviderResult<Transfer | null>>;
  payOut(order: PayoutOrder, context?: CallContext): Promise<ProviderResult<Payout>>;
  listPayOuts(key: { reference: string }, context?: CallContext): Promise<ProviderResult<Payout[]>>;
  getPayOut(key: { payoutId: number } | { reference: string }, context?: CallContext): Promise<ProviderResult<Payout | null>>;
  createDirectDebit(order: DirectDebitOrder, context?: CallContext): Promise<ProviderResult<DirectDebit>>;
  cancelDirectDebit(accountId: string, debitId: number, context?: CallContext): Promise<ProviderResult<DirectDebit>>;
  listDirectDebits(key: { reference: string }, context?: CallContext): Promise<ProviderResult<DirectDebit[]>>;
  getDirectDebit(
    key: { debitId: number } | { reference: string },
    context?: CallContext,
  ): Promise<ProviderResult<DirectDebit | null>>;
  listIncomingWires(period: Period, context?: CallContext): Promise<ProviderResult<IncomingWire[]>>;
  getOnboardingAccount(onboardingAccountId: string, context?: CallContext): Promise<ProviderResult<OnboardingAccount>>;
  /** The account that was opened for this wallet, or null. */
  findOnboardingAccount(walletId: string, context?: CallContext): Promise<ProviderResult<OnboardingAccount | null>>;
  /**
   * Looks for the account of the wallet, creates it when there is none, and looks again when the creation was refused as a double or stayed
   * without an answer. `conflict`: the provider knows the person or entity under another wallet.
   */
  openOnboardingAccount(
    applicant: OnboardingApplicant,
    context?: CallContext,
  ): Promise<ProviderResult<{ onboardingAccountId: string; existing: boolean }>>;
  /** A new page for the applicant; `conflict` when nothing is asked of them. */
  startOnboarding(
    of: { onboardingAccountId: string; kind: OnboardingKind; redirectUrl: string },
    context?: CallContext,
  ): Promise<ProviderResult<OnboardingLink>>;
  /** The page that was started, again. */
  resumeOnboarding(onboardingId: string, context?: CallContext): Promise<ProviderResult<OnboardingLink>>;
  /** Closes the connections; running calls are aborted. */
  close(): Promise<void>;
};

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
