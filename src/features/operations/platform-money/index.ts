// Door of the platform's own money: what reaches its provider accounts from outside.

export { bookPlatformWires, type PlatformWire, syncPlatformMoney } from './platform-money.ts';
