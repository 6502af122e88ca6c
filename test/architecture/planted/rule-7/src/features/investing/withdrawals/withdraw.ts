import { request } from 'undici';
import { enqueueTransfer, isFinal, type Payments, type Transfer, transferNow } from '../../../providers/payments/index.ts';
import type { Deps } from '../../../deps.ts';
export async function withdraw(deps: Deps, email: string): Promise<void> {
  const { payments } = deps;
  const post = deps.chat;
  await payments.transfer(1);
  await inTransaction(deps.db, async (tx) => {
    await deps.payments.transfer(1); // planted
    await payments.transfer(1); // planted
    await post.send('done'); // planted
    await notify(deps.email); // planted
    const { storage } = deps; // planted
    await fetch('http://localhost'); // planted
    await request('http://localhost'); // planted
    await transferNow(); // planted
    await notify(deps); // planted
    if (deps.clock.now() > 0) deps.jobs.enqueue(tx, email.toLowerCase());
    await enqueueTransfer(tx, deps);
    if (isFinal({ paymentId: 1 })) await writeOutcome(tx, deps, storage);
  });
  await inTransaction(deps.db, () => transferNow()); // planted
  await inTransaction(deps.db, async () => {
    void transferNow(); // planted
    return transferNow(); // planted
  });
  await retry(deps, async () => fetch('http://localhost'));
  await inTransaction(deps.db, inside);
  await deps.payments.transfer(1);
}
async function inside(): Promise<void> {
  await fetch('http://localhost'); // planted
}
async function notify(deps: unknown): Promise<void> {
  await fetch(`http://localhost/${deps}`);
}
async function writeOutcome(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, transfer: Transfer): Promise<void> {
  await fetch('http://localhost'); // planted
}
type Wide = Deps & { more: string };
type Narrow = Pick<Deps, 'clock'>;
function first(tx: Tx, deps: Deps): void {} // planted
function second(tx: Tx, deps: Wide): void {} // planted
function third(tx: Tx, payments: Payments): void {} // planted
function fourth(tx: Tx, deps: Pick<Deps, 'clock' | 'payments'>): void {} // planted
function fifth(tx: Tx, deps: Omit<Deps, 'clock'>): void {} // planted
function sixth(tx: Tx, ports: { mine: Payments }): void {} // planted
function seventh(tx: Tx, pay: Deps['payments']): void {} // planted
function eighth(tx: Tx, deps: Narrow, transfer: Transfer, at: Deps['clock']): void {}
const ninth = async (tx: Tx): Promise<void> => deps.payments.transfer(1); // planted
