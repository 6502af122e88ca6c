import type { Chat, Named, Room } from '../../../providers/chat/index.ts';
import type { Deps } from '../../../deps.ts';
type Clock = { now: () => number };
type AllPorts = 'payments' | 'email' | 'mailer' | 'chat' | 'storage' | 'registry' | 'defaults' | 'automation' | 'mover' | 'timestamps' | 'identityProvider';
interface Bank {
  pay(): Promise<void>;
}
type Sender = { pay: () => Promise<void> };
interface Wide {
  chat: Chat;
}
function first(tx: Tx, chat: Chat | undefined): void {} // planted
function second(tx: Tx, room: (Room)): void {} // planted
function third(tx: Tx, deps: Partial<Deps>): void {} // planted
function fourth(tx: Tx, deps: Wide): void {} // planted
function fifth(tx: Tx, deps: { mover: Bank }): void {} // planted
function sixth(tx: Tx, deps: { mover: Sender }): void {} // planted
function seventh(tx: Tx, deps: { clock: Clock; named: Named }, unknown, missing: Missing): void {}
function eighth(tx: Tx, deps: Omit<Deps, AllPorts>): void {} // planted
function ninth(tx: Tx, deps: Omit<Deps, 'payments' | 'email' | 'mailer' | 'chat' | 'storage' | 'registry' | 'defaults' | 'automation' | 'mover' | 'timestamps' | 'identityProvider'>): void {}
