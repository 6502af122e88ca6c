// Our shapes of the provider's calls that move money, and of those that look for it.

import { call, fields, flag, id, integer, list, paged, seconds, slashDate, text } from './builders.ts';
import type { Shape } from './shape.ts';

const account = text(256);
const comment = text(140);
const common = {
  id,
  date: integer,
  status: integer,
  method: integer,
  executionDate: integer,
  commissionAmount: integer,
  comment: text(),
  reference: text(),
};
const [receiverAccountId, senderAccountId, maskedLabel, bankStatus] = [text(), text(), text(), text()];

const moneyIn = fields(
  { ...common, receiverAccountId, creditAmount: integer },
  { scheduledDate: text(), maskedLabel, bankStatus, bankReference: text(), refundAmount: { type: 'number' } },
);
const moneyOut = fields(
  { ...common, senderAccountId, debitAmount: integer },
  { IbanId: id, maskedLabel, bankStatus, originId: id },
);
const transfer = fields(
  { ...common, senderAccountId, receiverAccountId, debitAmount: integer, creditAmount: integer },
  { scheduledDate: text(), isFee: flag, feeReference: integer },
);
const found = (row: Shape): Shape => fields({ transactions: fields({ value: list(row) }) });
const one = (row: Shape): Shape => fields({ transaction: row });
const period = { updateDate: seconds, updateEndDate: seconds };

export const movementCalls = [
  call('directkit', 'GET /v2/accounts/{accountId}/transactions', {
    query: paged({ startDate: seconds, endDate: seconds, executionDateStart: seconds, executionDateEnd: seconds }),
    answer: found(fields({}, { transactionIn: moneyIn, transactionOut: moneyOut, transactionP2P: transfer })),
  }),
  call('directkit', 'POST /v2/p2p', {
    body: fields(
      { debitAccountId: account, creditAccountId: account },
      { amount: integer, comment, reference: text(36), scheduledDate: slashDate, originTransactionId: integer },
    ),
    answer: one(transfer),
  }),
  call('directkit', 'GET /v2/p2p', {
    query: paged({ transactionId: id, transactionComment: comment, reference: text(36) }),
    answer: found(transfer),
  }),
  call('directkit', 'POST /v2/moneyouts', {
    body: fields(
      { accountId: account, autoCommission: flag },
      { ibanId: id, totalAmount: integer, commissionAmount: integer, comment, reference: text(50) },
    ),
    answer: one(moneyOut),
  }),
  call('directkit', 'GET /v2/moneyouts', {
    query: paged({ transactionid: id, transactionComment: comment, reference: text(50) }),
    answer: found(moneyOut),
  }),
  call('directkit', 'PUT /v2/moneyouts/{transactionid}/cancel', {
    body: fields({}, { accountId: text(256, 1) }),
    answer: one(moneyOut),
  }),
  call('directkit', 'POST /v2/moneyins/sdd/init', {
    body: fields(
      { accountId: account, sddMandateId: id },
      {
        totalAmount: integer,
        collectionDate: slashDate,
        commissionAmount: integer,
        autoCommission: flag,
        comment,
        reference: text(50),
      },
    ),
    answer: one(moneyIn),
  }),
  call('directkit', 'GET /v2/moneyins/sdd', { query: paged({ reference: text(50), ...period }), answer: found(moneyIn) }),
  call('directkit', 'GET /v2/moneyins', {
    query: paged({ transactionId: id, transactionComment: comment, transactionMerchantToken: text(50) }),
    answer: found(moneyIn),
  }),
  call('directkit', 'GET /v2/moneyins/bankwire', { query: paged({}, period), answer: found(moneyIn) }),
  call('directkit', 'PUT /v2/moneyins/{transactionid}/cancel', { body: fields({ account }), answer: one(moneyIn) }),
  call('directkit', 'PUT /v2/refund/{transactionid}', {
    body: fields({}, { amountToRefund: integer, comment }),
    answer: one(moneyOut),
  }),
  call('directkit', 'GET /v2/disputes', { query: paged({}, { updateDate: seconds }), answer: found(moneyOut) }),
];
