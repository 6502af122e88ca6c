// The embedded database of `npm start`, kept running: one that ended is started again on its port, and where that does not help the start ends.
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts';
import type { Print } from './start-output.ts';

/** How often it is looked at: the process of an earlier start is no child of ours, whose end we would hear of. */
const LOOKED_AT_MS = 500;
/** Starts in a row; a server that lived for so long begins the count anew. */
const MOST_RESTARTS = 3;
const SETTLED_AFTER_MS = 60_000;

export type KeptDatabase = { url: string; reused: boolean; stop(): Promise<void> };

/** `onLost` is called once, with one line that says why, when it does not stay up. `settings` are PostgreSQL's own, by name. */
export async function keepDatabase(options: {
  dataDir: string;
  print: Print;
  onLost: (reason: string) => void;
  settings?: Record<string, string>;
}): Promise<KeptDatabase> {
  const { dataDir, print, onLost, settings = {} } = options;
  let server: EmbeddedPostgres = await startPostgres({ dataDir, log: print, settings });
  const { url, reused } = server;
  const port = Number(new URL(url).port);
  const stopping = new AbortController();
  const again = async (restarts: number): Promise<void> => {
    print(`The embedded database ended; it is started again (${restarts} of ${MOST_RESTARTS}).`);
    await pause(1_000 * (restarts - 1), undefined, { signal: stopping.signal });
    server = await startPostgres({ dataDir, port, log: print, settings });
  };
  const watch = async (): Promise<void> => {
    let restarts = 0;
    let upSince = performance.now();
    while (!stopping.signal.aborted) {
      await pause(LOOKED_AT_MS, undefined, { signal: stopping.signal });
      if (server.isRunning()) continue;
      if (performance.now() - upSince >= SETTLED_AFTER_MS) restarts = 0;
      restarts += 1;
      if (restarts > MOST_RESTARTS) throw new Error(`it ended ${restarts} times`);
      try {
        await again(restarts);
      } catch (error) {
        if (stopping.signal.aborted || restarts === MOST_RESTARTS) throw error;
      }
      upSince = performance.now();
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) onLost(`The embedded database ended and does not stay up: ${firstLine(error)}`);
  });
  return {
    url,
    reused,
    stop: async () => {
      stopping.abort();
      await watching;
      await server.stop();
    },
  };
}

/** PostgreSQL's own words follow in further lines, which its log has too. */
function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
