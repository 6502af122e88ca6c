// Control routes for accounts: state, creation, incoming wires, status, documents, IBANs and mandates, each with its
// notification.
import type { FastifyInstance } from 'fastify';
import type { Account, AccountKind, Document, Iban, Movement } from '../entities.ts';
import { record } from '../fields.ts';
import { refusal } from '../http.ts';
import { euros } from '../notifications.ts';
import { ACCOUNT_STATUSES, openAccount, tellStatus } from '../provider/account-changes.ts';
import { addDocument } from '../provider/documents.ts';
import { addIban, compactIban, IBAN_ACTIVATED, IBAN_STATUSES } from '../provider/ibans.ts';
import { addMandate, MANDATE_STATUSES, MANDATE_VALID, setMandateStatus } from '../provider/mandates.ts';
import { receiveWire } from '../provider/moneyins.ts';
import type { World } from '../world.ts';
import { controlAccount, controlBody, found, oneOf, param, positiveCents } from './input.ts';

const DOCUMENT_STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const PROOF_OF_IBAN = 2;
/** Reason code of a block or unblock: the provider's analysis (notifications.md#account-status, block reasons). */
const ANALYSIS = 4;
const SUCCESS = 0;

const ids = (account: Account) => ({ ExtId: account.id, IntId: account.internalId });
const flag = (value: boolean) => (value ? 1 : 0);

export function walletControl(app: FastifyInstance, world: World): void {
  app.get('/accounts', async () => [...world.store.accounts.values()].map(summary));
  app.get('/accounts/:accountId', async (request) => accountState(world, controlAccount(world, request)));

  app.post('/accounts', async (request, reply) => {
    const body = controlBody(request);
    const accountId = body.text('accountId', { max: 100 });
    const { kind: wanted } = record(request.body);
    // Any other value (company, spv, 1, ...) means a legal entity.
    const kind: AccountKind = wanted === 'individual' || wanted === 0 ? 'individual' : 'legal';
    const status = oneOf(body.optionalInteger('status') ?? 6, ACCOUNT_STATUSES, 'status');
    const balanceCents = body.optionalInteger('balanceCents') ?? 0;
    if (balanceCents < 0) throw refusal(400, 'balanceCents must not be negative');
    if (accountId.startsWith('@')) throw refusal(400, 'accountId must not start with @');
    if (world.store.accounts.has(accountId)) throw refusal(409, `account ${accountId} exists already`);
    const account = openAccount(world, { accountId, kind, status });
    if (balanceCents > 0) receiveWire(world, accountId, balanceCents, 'opening balance');
    return reply.code(201).send(accountState(world, account));
  });

  app.post('/accounts/:accountId/credit', async (request) => {
    const account = controlAccount(world, request);
    const body = controlBody(request);
    const cents = positiveCents(body.integer('amountCents'), 'amountCents');
    return wireTo(world, account, cents, body.optionalText('comment', { max: 140 }) ?? '');
  });

  app.post('/wires', async (request) => {
    const body = controlBody(request);
    const wanted = compactIban(body.text('iban', { max: 100 }));
    const cents = positiveCents(body.integer('amountCents'), 'amountCents');
    const receiver = [...world.store.ibans.values()].find(({ iban, virtual }) => virtual && iban === wanted);
    const { accountId, status } = found(receiver, `virtual IBAN ${wanted}`);
    if (status !== IBAN_ACTIVATED) throw refusal(409, `virtual IBAN ${wanted} has status ${status} and receives nothing`);
    const account = found(world.store.accounts.get(accountId), `account ${accountId}`);
    return wireTo(world, account, cents, body.optionalText('comment', { max: 140 }) ?? '');
  });
}

async function wireTo(world: World, account: Account, cents: number, comment: string) {
  const movement = receiveWire(world, account.id, cents, comment);
  const notified = await world.notifications.send(10, {
    ...ids(account),
    IdTransaction: movement.id,
    Amount: euros(cents),
    Status: SUCCESS,
  });
  return { id: movement.id, moneyInId: movement.id, balanceCents: account.balanceCents, notified };
}

export function standingControl(app: FastifyInstance, world: World): void {
  app.put('/accounts/:accountId/status', async (request) => {
    const account = controlAccount(world, request);
    account.status = oneOf(controlBody(request).integer('status'), ACCOUNT_STATUSES, 'status');
    account.statusChangedAt = world.clock.unixSeconds();
    world.store.put(['accounts', account]);
    return { accountId: account.id, status: account.status, notified: await tellStatus(world, account) };
  });

  app.put('/accounts/:accountId/blocked', async (request) => {
    const account = controlAccount(world, request);
    account.blocked = controlBody(request).flag('blocked');
    world.store.put(['accounts', account]);
    const notified = await world.notifications.send(13, {
      ...ids(account),
      Status: account.status,
      Blocked: flag(account.blocked),
      ReasonId: ANALYSIS,
      Blocking: flag(account.blocked),
      BlockingReason: account.blocked ? ANALYSIS : '',
    });
    return { accountId: account.id, blocked: account.blocked, notified };
  });
}

export function paperControl(app: FastifyInstance, world: World): void {
  app.put('/documents/:documentId', async (request) => {
    const id = Number(param(request, 'documentId'));
    const document = found(world.store.documents.get(id), `document ${id}`);
    const body = controlBody(request);
    const status = oneOf(body.integer('status'), DOCUMENT_STATUSES, 'status');
    const notified = await judgeDocument(world, document, status, body.optionalText('comment', { max: 256 }) ?? '');
    return { documentId: id, status, notified };
  });

  app.post('/accounts/:accountId/ibans', async (request, reply) => {
    const account = controlAccount(world, request);
    const body = controlBody(request);
    const status = oneOf(body.optionalInteger('status') ?? IBAN_ACTIVATED, IBAN_STATUSES, 'status');
    const [iban, holder, bic] = [compactIban(body.text('iban')), body.text('holder'), body.optionalText('bic') ?? ''];
    return reply.code(201).send(addIban(world, { accountId: account.id, iban, bic, holder, status }));
  });

  app.put('/ibans/:ibanId', async (request) => {
    const id = Number(param(request, 'ibanId'));
    const iban = found(world.store.ibans.get(id), `IBAN ${id}`);
    iban.status = oneOf(controlBody(request).integer('status'), IBAN_STATUSES, 'status');
    iban.changedAt = world.clock.unixSeconds();
    const notified = await judgeDocument(world, proofOf(world, iban), proofStatus(iban.status), '');
    return { ibanId: id, status: iban.status, notified };
  });

  app.post('/accounts/:accountId/mandates', async (request, reply) => {
    const account = controlAccount(world, request);
    const body = controlBody(request);
    const status = oneOf(body.optionalInteger('status') ?? MANDATE_VALID, MANDATE_STATUSES, 'status');
    const [iban, holder, bic] = [compactIban(body.text('iban')), body.text('holder'), body.optionalText('bic') ?? ''];
    return reply.code(201).send(addMandate(world, { accountId: account.id, iban, bic, holder, status }));
  });

  // The provider has no notification for a mandate: readers poll.
  app.put('/mandates/:mandateId', async (request) => {
    const id = Number(param(request, 'mandateId'));
    const mandate = found(world.store.mandates.get(id), `mandate ${id}`);
    setMandateStatus(world, mandate, oneOf(controlBody(request).integer('status'), MANDATE_STATUSES, 'status'));
    return { mandateId: id, status: mandate.status, notified: false };
  });
}

function judgeDocument(world: World, document: Document, status: number, comment: string): Promise<boolean> {
  Object.assign(document, { status, comment, changedAt: world.clock.unixSeconds() });
  world.store.put(['documents', document]);
  const account = found(world.store.accounts.get(document.accountId), `account ${document.accountId}`);
  return world.notifications.send(9, { ...ids(account), DocId: document.id, DocType: document.type, Status: status });
}

/** The proof document of an IBAN: its own, else an uploaded one of the account that belongs to no other IBAN, else a new one. */
function proofOf(world: World, iban: Iban): Document {
  const { documents, ibans } = world.store.ofAccount(iban.accountId);
  const taken = new Set(ibans.map(({ documentId }) => documentId));
  const document =
    documents.find(({ id }) => id === iban.documentId) ??
    documents.find(({ id, type }) => type === PROOF_OF_IBAN && !taken.has(id)) ??
    addDocument(world, { accountId: iban.accountId, type: PROOF_OF_IBAN, status: 1, name: `iban-${iban.id}.pdf`, sizeBytes: 0 });
  iban.documentId = document.id;
  world.store.put(['ibans', iban]);
  return document;
}

/** Document status that corresponds to an IBAN status: accepted, refused, or received. */
function proofStatus(ibanStatus: number): number {
  if (ibanStatus === IBAN_ACTIVATED) return 2;
  return ibanStatus >= 6 ? 3 : 1;
}

const summary = ({ id, internalId, kind, status, blocked, balanceCents }: Account) => ({
  accountId: id,
  internalId,
  kind,
  status,
  blocked,
  balanceCents,
});

/** The complete state of an account; movements newest first, `date` in Unix seconds. */
function accountState(world: World, account: Account) {
  const { movements, documents, ibans, mandates } = world.store.ofAccount(account.id);
  const { email, firstName, lastName, company } = account.profile;
  return {
    ...summary(account),
    email,
    firstName,
    lastName,
    company,
    documents,
    ibans,
    mandates,
    movements: movements.map((movement) => movementState(movement, account.id)).reverse(),
  };
}

function movementState(movement: Movement, accountId: string) {
  const direction = movement.receiverId === accountId ? 'in' : 'out';
  return {
    id: movement.id,
    kind: movement.kind,
    cause: movement.cause,
    direction,
    amountCents: movement.amountCents,
    status: movement.status,
    comment: movement.comment,
    reference: movement.reference,
    date: movement.date,
    executionDate: movement.executionDate,
    scheduledDate: movement.scheduledDate,
    originId: movement.originId,
    ibanId: movement.ibanId,
    counterparty: direction === 'in' ? movement.senderId : movement.receiverId,
  };
}
