// Sends the requests of a client: keeps its session, and asks again where that is safe.

import { secondsToWait } from './error.ts';

export type Transport = {
  send(request: Request): Promise<Response>;
  /** The session as a Cookie header; empty when nobody is signed in. */
  cookie(): string;
};

export type TransportOptions = {
  cookie?: string;
  /** For Node: a page that the service trusts, to sign in for; the service's own address when not told. */
  origin?: string;
  fetch?: (request: Request) => Promise<Response>;
  /** How often a request answered 503 with Retry-After is repeated; 2 when not told. */
  retries?: number;
};

const RETRIES = 2;
/** Longer waits are left to the caller, who finds `retryAfter` in the error. */
const LONGEST_WAIT_SECONDS = 30;
/** The session layer refuses what `fetch` sends unless it names a page that the service trusts. */
const ASKS_FOR_ORIGIN = /^\/api\/auth\//;

export function createTransport(options: TransportOptions): Transport {
  const cookies = new Map(pairsOf((options.cookie ?? '').split(';')));
  const { fetch = globalThis.fetch, retries = RETRIES } = options;
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const sendOnce = async (request: Request): Promise<Response> => {
    // In a browser both headers are its own matter: it ignores these, and sends the cookies that it keeps.
    if (cookies.size > 0) request.headers.set('cookie', cookie());
    const { origin, pathname } = new URL(request.url);
    if (ASKS_FOR_ORIGIN.test(pathname)) request.headers.set('origin', options.origin ?? origin);
    const response = await fetch(request);
    keep(cookies, response.headers);
    return response;
  };

  const send = async (request: Request): Promise<Response> => {
    let attempts = isRepeatable(request) ? retries : 0;
    while (attempts > 0) {
      attempts -= 1;
      const response = await sendOnce(request.clone());
      const seconds = response.status === 503 ? secondsToWait(response.headers) : undefined;
      if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
    return sendOnce(request);
  };
  return { send, cookie };
}

/** A GET, or a POST whose key makes the service execute it once. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || (method === 'POST' && headers.has('idempotency-key'));
}

function keep(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [[name, value] = ['', '']] = pairsOf(line.split(';', 1));
    if (value === '' || /;\s*max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

function pairsOf(texts: readonly string[]): [name: string, value: string][] {
  return texts.flatMap((text): [string, string][] => {
    const at = text.indexOf('=');
    return at < 1 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()]];
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
