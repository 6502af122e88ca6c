// Checks the receipt of a movement without the platform: plain Node, no packages. node check-receipt.mjs receipt.json
// It writes the stamp beside the receipt, for `openssl ts -verify`.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function demand(isTrue, otherwise) {
  if (isTrue) return;
  console.error(`NOT VALID: ${otherwise}`);
  process.exit(1);
}

const [, , file] = process.argv;
if (file === undefined) {
  console.error('usage: node check-receipt.mjs receipt.json');
  process.exit(2);
}
const receipt = JSON.parse(readFileSync(file, 'utf8'));
const { day, leaf, path, accounts, heads, stamp } = receipt;

// From the posting up to the root of its day (RFC 6962): a leaf is hashed with the byte 0 before it, a pair of nodes with the byte 1.
let node = sha256(Buffer.of(0), leaf);
for (const step of path) {
  const other = Buffer.from(step.sha256, 'hex');
  node = step.side === 'left' ? sha256(Buffer.of(1), other, node) : sha256(Buffer.of(1), node, other);
}
demand(heads[0]?.day === day, 'the first head is of another day');
demand(node.toString('hex') === heads[0].rootSha256, 'the posting does not lead to the root of its day');

// Each head is the hash of what it says, and the next one continues it.
heads.forEach((head, index) => {
  const counts = head.counts.map(({ table, rows }) => `${table} ${rows}`).sort();
  const text = ['mortar history', head.previousSha256, head.day, head.rootSha256, ...counts].join('\n');
  demand(sha256(text).toString('hex') === head.headSha256, `the head of ${head.day} is not the hash of what it says`);
  demand(
    index === 0 || head.previousSha256 === heads[index - 1].headSha256,
    `the head of ${head.day} does not continue the one before`,
  );
});
const last = heads.at(-1);
if (stamp !== null) {
  demand(stamp.day === last.day, 'the stamp is of another day than the last head');
  const response = Buffer.from(stamp.response, 'base64');
  demand(response.includes(Buffer.from(last.headSha256, 'hex')), 'the stamp is for another head');
  writeFileSync(`${file}.tsr`, response);
}

const posting = JSON.parse(leaf);
const own = new Map(accounts.map(({ name, sha256: hash }) => [hash, name]));
for (const { name, sha256: hash } of accounts)
  demand(sha256(name).toString('hex') === hash, `the hash of ${name} is another one`);
console.log(`VALID: ${posting.type} of ${posting.createdAt}, posting ${posting.id}`);
for (const line of posting.lines.split(', ')) {
  const [account, cents] = line.split(' ');
  console.log(`  ${own.get(account) ?? 'another account'} ${(Number(cents) / 100).toFixed(2)} EUR`);
}
console.log(`head of ${last.day}: ${last.headSha256}`);
if (stamp === null) console.log('not stamped yet: compare the head with one that was published or mailed');
else
  console.log(
    `stamped at ${stamp.stampedAt}; the authority's certificate proves it:\n  openssl ts -verify -digest ${last.headSha256} -in ${file}.tsr -CAfile authority.pem`,
  );
