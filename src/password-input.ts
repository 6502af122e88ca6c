// Reads the password of a command where no other account of the machine sees it: from standard input, or typed without an echo.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConfigError } from './core/errors.ts';

/** `fromInput`: everything on standard input, without the line break at its end. Else it is asked for, twice. */
export async function readPassword({ fromInput }: { fromInput: boolean }): Promise<string> {
  if (fromInput) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY)
    throw new ConfigError(['Nobody can be asked for the password here: write it to standard input and add --password-stdin.']);
  const password = await ask('Password: ');
  if ((await ask('Again: ')) !== password) throw new ConfigError(['The two passwords differ.']);
  return password;
}

/** What is typed on the terminal, which shows the question and nothing else. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  process.stderr.write(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
