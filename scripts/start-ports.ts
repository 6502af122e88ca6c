// Checks that the ports of `npm start` are free before anything is started.
import { createServer } from 'node:net';
import { freePort } from './embedded-postgres.ts';
import { busyPortMessage, type Port } from './start-settings.ts';
import { waitUntil } from './wait-until.ts';

/** After a kill -9 of an earlier start its processes need a moment to notice and to close their ports. */
const FREE_WITHIN_MS = 4_000;

/**
 * Returns the port to use for each setting; 0 becomes a free port. Throws a one-line message for the first port that is not available.
 * @param holder finds another `npm start` that may have it
 */
export async function claimPorts(wanted: readonly Port[], holder: () => number | undefined): Promise<Record<string, number>> {
  const claimed: Record<string, number> = {};
  for (const one of wanted) {
    if (one.port !== 0) await waitForPort(one, holder);
    claimed[one.setting] = one.port === 0 ? await freePort() : one.port;
  }
  return claimed;
}

async function waitForPort(wanted: Port, holder: () => number | undefined): Promise<void> {
  const deadline = performance.now() + FREE_WITHIN_MS;
  await waitUntil(
    async () => {
      const answer = await tryPort(wanted);
      if (answer === 'busy' && (holder() !== undefined || performance.now() > deadline))
        throw new Error(busyPortMessage(wanted, holder()));
      return answer === 'free' ? true : undefined;
    },
    { what: `port ${wanted.port} getting free`, timeoutMs: FREE_WITHIN_MS * 2, everyMs: 100 },
  );
}

function tryPort({ host, port, setting }: Port): Promise<'free' | 'busy'> {
  const { promise, resolve, reject } = Promise.withResolvers<'free' | 'busy'>();
  const probe = createServer();
  probe.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve('busy');
    else
      reject(
        new Error(
          `port ${port} (${setting}) cannot be opened on ${host} (${error.code ?? error.message}): choose another with ${setting}=...`,
        ),
      );
  });
  probe.listen({ host, port }, () => probe.close(() => resolve('free')));
  return promise;
}
