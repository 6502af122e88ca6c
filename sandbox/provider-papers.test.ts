// Contract of the provider's document calls over real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dig, errorCode, listAt, PDF_BASE64, PNG_BASE64, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());

describe('documents', () => {
  test('are uploaded, listed without a name, and listed with the KYC changes', async () => {
    const id = await world.wallet();
    const upload = await world.provider('POST', `/v2/accounts/${id}/documents/upload`, {
      name: 'card.png',
      type: 0,
      buffer: PNG_BASE64,
    });
    const documentId = dig(upload.body, 'uploadDocument', 'id');
    assert.deepEqual(upload.body, { uploadDocument: { id: documentId, status: 1, accountstatus: 6 } });
    const listed = await world.provider('GET', `/v2/accounts/${id}/documents`);
    assert.deepEqual(listed.body, { documents: [{ id: documentId, status: 1, type: 0, comment: '' }] });
    const changes = await world.provider('GET', '/v2/accounts/kycstatus?updateDate=0');
    const mine = listAt(changes.body, 'accounts').find((account) => dig(account, 'id') === id);
    assert.equal(dig(mine, 'documents', 0, 'id'), documentId);
    assert.deepEqual(dig(mine, 'sddMandates'), []);
    assert.equal(errorCode(await world.provider('GET', '/v2/accounts/kycstatus')), 234);
  });

  test('are refused by content, size and type', async () => {
    const id = await world.wallet();
    const upload = (change: Record<string, unknown>) =>
      world.provider('POST', `/v2/accounts/${id}/documents/upload`, { name: 'a.pdf', type: 7, buffer: PDF_BASE64, ...change });
    assert.equal((await upload({})).status, 200);
    assert.equal(errorCode(await upload({ buffer: Buffer.from('GIF89a').toString('base64') })), 235);
    const big = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024)]);
    assert.equal(errorCode(await upload({ buffer: big.toString('base64') })), 235);
    assert.equal(errorCode(await upload({ type: 99 })), 234);
    assert.equal(errorCode(await upload({ name: undefined })), 234);
    assert.equal(errorCode(await upload({ buffer: undefined })), 234);
    assert.equal(errorCode(await upload({ buffer: Buffer.from(`%PDF-1.7\n${' '.repeat(99_000)}`).toString('base64') })), 235);
  });
});
