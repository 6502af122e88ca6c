// Types of the sandbox's state, one per table. Amounts are integer cents, times Unix seconds unless named otherwise.

export type AccountKind = 'individual' | 'legal';

export type Profile = {
  email: string;
  title: string;
  firstName: string;
  lastName: string;
  adresse: Record<string, unknown> | null;
  birth: Record<string, unknown> | null;
  company: Record<string, unknown> | null;
  nationality: string;
  phoneNumber: string;
  mobileNumber: string;
  isDebtor: boolean;
  payerOrBeneficiary: number;
};

export type Account = {
  id: string;
  internalId: number;
  kind: AccountKind;
  /** Account status of provider.md#code-lists. */
  status: number;
  blocked: boolean;
  balanceCents: number;
  profile: Profile;
  statusChangedAt: number;
  balanceChangedAt: number;
};

/** One side of a double entry; `account` is an account id or one of the two counter-accounts of ledger.ts. */
export type Posting = { account: string; cents: number; at: number };

export type MovementKind = 'moneyIn' | 'moneyOut' | 'p2p';
export type MovementCause = 'wire' | 'debit' | 'payout' | 'chargeback' | 'refund' | 'transfer';

export type Movement = {
  id: number;
  kind: MovementKind;
  cause: MovementCause;
  senderId: string | null;
  receiverId: string | null;
  amountCents: number;
  commissionCents: number;
  /** Status code of its kind, provider.md#code-lists: the same number means different things for different kinds. */
  status: number;
  method: number;
  comment: string;
  reference: string;
  date: number;
  /** 0 while not executed. */
  executionDate: number;
  statusChangedAt: number;
  /** `yyyy/MM/dd` as requested. */
  scheduledDate: string | null;
  ibanId: number | null;
  mandateId: number | null;
  originId: number | null;
  refundedCents: number;
  postings: Posting[];
};

export type Document = {
  id: number;
  accountId: string;
  type: number;
  status: number;
  substatus: number | null;
  name: string;
  sizeBytes: number;
  comment: string;
  changedAt: number;
};

export type Iban = {
  id: number;
  accountId: string;
  iban: string;
  bic: string;
  holder: string;
  status: number;
  /** A virtual IBAN receives money for the account; nothing is paid out to it. Absent in older state files. */
  virtual?: boolean;
  /** Its proof (document type 2): changes of an IBAN are notified through it, as IBANs have no notification. */
  documentId: number | null;
  changedAt: number;
};

export type Mandate = {
  id: number;
  accountId: string;
  iban: string;
  bic: string;
  holder: string;
  status: number;
  reference: string;
  changedAt: number;
};

/** An account of the online onboarding. */
export type Onboarding = {
  id: number;
  profileId: number;
  /** Wallet account id (`ExtId`): another id space than `id`. The wallet exists once the account is accepted. */
  accountId: string;
  kind: AccountKind;
  /** What makes it unique: person or entity, as text. */
  identity: string;
  /** The body it was created with: the profile of its wallet. */
  body: Record<string, unknown>;
  status: string;
  profileStatus: string;
  /** Hosted pages that were asked for, the newest last. */
  sessions: { id: string; redirectUrl: string }[];
  requirements: { id: number; type: string; dueDate: string; status: string }[];
  restrictions: { id: number; category: string; reason: string; activatedAt: string; requirementIds: number[] }[];
};

/** The latest vote of a project (`id` is the project's); `voters` null means every customer. */
export type ProjectVote = {
  id: string;
  vote: { id: number; title: string; types: string[]; vote_ended_at: string; is_open: boolean; url: string } | null;
  voters: string[] | null;
  voted: string[];
};

/** One mail as one recipient got it; `receivedAt` is an ISO instant of business time. */
export type Mail = {
  id: number;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; sizeBytes: number }[];
  receivedAt: string;
};

/** What arrived at the chat or the automation webhook. */
export type Message = {
  id: number;
  target: 'chat' | 'automation';
  channel: string;
  text: string;
  body: unknown;
  receivedAt: string;
};

export type Tables = {
  accounts: Account;
  movements: Movement;
  documents: Document;
  ibans: Iban;
  mandates: Mandate;
  onboardings: Onboarding;
  votes: ProjectVote;
  mails: Mail;
  messages: Message;
};

export type TableName = keyof Tables;
/** A row to store, with the name of its table. */
export type Change = { [T in TableName]: readonly [T, Tables[T]] }[TableName];
