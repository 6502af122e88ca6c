import { EventEmitter, once } from 'node:events'; // planted
import { setTimeout as sleep } from 'node:timers/promises'; // planted
const bus = new EventEmitter(); // planted
export async function purchaseDeal(deps: Deps): Promise<void> {
  setTimeout(() => confirm(), 1000); // planted
  setInterval(() => confirm(), 1000); // planted
  setImmediate(() => confirm()); // planted
  queueMicrotask(() => confirm()); // planted
  globalThis.setTimeout(() => confirm(), 1); // planted
  process.nextTick(() => confirm()); // planted
  void deps.jobs.enqueue(1); // planted
  await deps.jobs.enqueue(AbortSignal.timeout(1000));
  await sleep(once(bus, 'deal'));
}
class Bus extends EventTarget {} // planted
export const channel = [new BroadcastChannel('deals'), Bus]; // planted
