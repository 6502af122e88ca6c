import type { Window } from './windows.ts';
export type Chat = { send: (text: string) => Promise<void> };
export interface Room {
  open(): Promise<void>;
}
export type Named = { name: string; window: Window };
