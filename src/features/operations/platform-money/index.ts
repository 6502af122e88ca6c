// Door of the platform's own money: what reaches its provider accounts from outside.

export { bookPlatformWires, type PlatformWire } from './book-platform-wires.ts';
export { syncPlatformMoney } from './sync-platform-money.ts';
