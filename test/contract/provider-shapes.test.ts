// Calls to the provider held against its description: the comparison itself, and our shapes against the provider's own file where it is at hand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Exchange, judge } from '../support/provider/calls.ts';
import { differencesOf } from '../support/provider/compare.ts';
import { type OpenApi, ourShapes, providersDescription, readOpenApi } from '../support/provider/description.ts';

const theirs = providersDescription();

describe('our shapes of the provider’s calls', () => {
  it('are those of the provider’s own description', {
    skip: theirs ? false : 'the provider’s description is not at hand (PROVIDER_CONTRACT_DESCRIPTION)',
  }, () => {
    assert.deepEqual(theirs && differencesOf(ourShapes, theirs), []);
  });
});

const headers = { authorization: 'Bearer token', 'psu-ip-address': '192.0.2.1', 'content-type': 'application/json' };
const transfer = {
  id: 1,
  date: 1,
  status: 3,
  method: 4,
  executionDate: 1,
  commissionAmount: 0,
  comment: '',
  reference: 'r',
  senderAccountId: 'a',
  receiverAccountId: 'b',
  debitAmount: 100,
  creditAmount: 100,
};
const asked: Exchange = {
  service: 'directkit',
  method: 'POST',
  path: '/v2/p2p',
  query: {},
  headers,
  body: { debitAccountId: 'a', creditAccountId: 'b', amount: 100, comment: '', reference: 'r' },
  status: 200,
  answer: JSON.stringify({ transaction: transfer }),
  isFault: false,
};
const findings = (change: Partial<Exchange>) => judge(ourShapes, { ...asked, ...change });
const texts = (change: Partial<Exchange>) => findings(change).map(({ text }) => text.replace(' (our shapes)', ''));
const answering = (change: object) => JSON.stringify({ transaction: { ...transfer, ...change } });

describe('a call to the provider', () => {
  it('is found right as it is described', () => {
    assert.deepEqual(texts({}), []);
  });

  it('must be one of its calls, by path and by method', () => {
    assert.deepEqual(texts({ path: '/v2/p2ps' }), ['POST /v2/p2ps: there is no such call']);
    assert.deepEqual(texts({ method: 'PATCH' }), ['PATCH /v2/p2p: there is no such call']);
    assert.deepEqual(texts({ method: 'GET', path: '/v2/accounts/balances', body: undefined, answer: '{"accounts":[]}' }), []);
  });

  it('asks with no field that is unknown, missing, too long or of another kind', () => {
    const { reference: _reference, creditAccountId: _creditAccountId, ...rest } = asked.body as Record<string, unknown>;
    assert.deepEqual(texts({ body: { ...rest, amount: '100', comment: 'x'.repeat(141), note: 1 } }), [
      'POST /v2/p2p: body.creditAccountId is missing',
      'POST /v2/p2p: body.amount is string instead of integer',
      'POST /v2/p2p: body.comment has 141 characters, and 0 to 140 are allowed',
      'POST /v2/p2p: body.note is not known',
    ]);
    assert.deepEqual(texts({ query: { reference: 'r' } }), ['POST /v2/p2p: query.reference is not known']);
    const search = { method: 'GET', body: undefined, answer: JSON.stringify({ transactions: { value: [transfer] } }) };
    assert.deepEqual(texts({ ...search, query: { transactionId: '12', reference: 'r' } }), []);
    assert.deepEqual(texts({ ...search, query: { transactionId: 'x' } }), [
      'GET /v2/p2p: query.transactionId is string instead of integer',
    ]);
  });

  it('carries the headers that are required, and no unknown one of the end user', () => {
    const { 'psu-ip-address': _address, ...rest } = headers;
    assert.deepEqual(texts({ headers: { ...rest, authorization: 'bearer token', 'psu-shoe-size': '42' } }), [
      'POST /v2/p2p: header Authorization is missing',
      'POST /v2/p2p: header PSU-IP-Address is missing',
      'POST /v2/p2p: header psu-shoe-size is not known',
    ]);
  });

  it('may be misformed where it is refused for that, and is not where it is refused for another reason', () => {
    const refused = (code: number) => ({ status: 400, answer: JSON.stringify({ error: { code, message: 'no' } }), body: {} });
    assert.deepEqual(texts(refused(234)), []);
    assert.equal(texts(refused(147)).length, 2);
  });

  it('is answered with the fields that are described, and no null', () => {
    assert.deepEqual(texts({ answer: answering({ id: '1', feeReference: null, status: undefined }) }), [
      'POST /v2/p2p: answer.transaction.status is missing',
      'POST /v2/p2p: answer.transaction.id is string instead of integer',
      'POST /v2/p2p: answer.transaction.feeReference is null instead of integer',
    ]);
    assert.deepEqual(findings({ answer: answering({ colour: 'red' }) }), [
      { kind: 'stranger', text: 'POST /v2/p2p: answer.transaction.colour is not known (our shapes)' },
    ]);
    assert.deepEqual(texts({ status: 400, answer: '{"error":{"message":"no"}}' }), [
      'POST /v2/p2p: answer.error.code is missing',
    ]);
    assert.deepEqual(texts({ answer: '{"unexpected":true}', isFault: true }), []);
  });
});

describe('a description of the provider', () => {
  const api: OpenApi = {
    paths: {
      '/v2/p2p': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } } },
          responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Paid' } } } } },
        },
        get: {
          parameters: [{ in: 'query', name: 'reference', required: true, schema: { type: 'string', maxLength: 20 } }],
          responses: { '200': {} },
        },
      },
    },
    components: {
      schemas: {
        Payment: {
          type: 'object',
          required: ['debitAccountId', 'creditAccountId', 'amount'],
          properties: {
            debitAccountId: { type: 'string', minLength: 0, maxLength: 256 },
            creditAccountId: { type: 'string', minLength: 0, maxLength: 20 },
            amount: { type: 'number' },
          },
        },
        Paid: { type: 'object', properties: { transaction: { $ref: '#/components/schemas/Row' } } },
        Row: { type: 'object', properties: { id: { type: 'string' } } },
      },
    },
  };
  const read = readOpenApi(api);

  it('checks by itself what its own words name', () => {
    assert.deepEqual(
      judge(read, { ...asked, body: { ...(asked.body as object), creditAccountId: 'b'.repeat(21) } }).map(({ text }) => text),
      [
        'POST /v2/p2p: body.creditAccountId has 21 characters, and 0 to 20 are allowed (the provider’s description)',
        'POST /v2/p2p: body.comment is not known (the provider’s description)',
        'POST /v2/p2p: body.reference is not known (the provider’s description)',
        ...Object.keys(transfer).map((name) =>
          name === 'id'
            ? 'POST /v2/p2p: answer.transaction.id is number instead of string (the provider’s description)'
            : `POST /v2/p2p: answer.transaction.${name} is not known (the provider’s description)`,
        ),
      ],
    );
    assert.deepEqual(judge(read, { ...asked, service: 'onboarding' }), []);
  });

  it('is compared with our shapes: calls, fields, kinds, limits and what is required', () => {
    const differences = differencesOf(ourShapes, read);
    assert.ok(differences.includes('GET /v2/accounts/balances: there is no such call'));
    assert.deepEqual(
      differences.filter((text) => text.includes(' /v2/p2p') && !text.includes(' answer')),
      [
        'POST /v2/p2p: body.creditAccountId: maxLength is 20, not 256',
        'POST /v2/p2p: body.amount is number, not integer',
        'POST /v2/p2p: body.comment is not known',
        'POST /v2/p2p: body.reference is not known',
        'POST /v2/p2p: body.scheduledDate is not known',
        'POST /v2/p2p: body.originTransactionId is not known',
        'POST /v2/p2p: body.amount is required',
        'GET /v2/p2p: query.transactionId is not known',
        'GET /v2/p2p: query.transactionComment is not known',
        'GET /v2/p2p: query.reference: minLength is not told, not 0',
        'GET /v2/p2p: query.reference: maxLength is 20, not 36',
        'GET /v2/p2p: query.page is not known',
        'GET /v2/p2p: query.limit is not known',
        'GET /v2/p2p: query.reference is required',
      ],
    );
    assert.ok(differences.includes('POST /v2/p2p: answer.transaction.id is string, not integer'));
    assert.ok(differences.includes('GET /v2/p2p: answer is only in our shape'));
  });
});
