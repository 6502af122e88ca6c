// A browser-like client: keeps its cookies, sends an Origin, reads JSON.

import { noteExchange } from './exchanges.ts';

/** What came back; `body` is the parsed JSON (undefined when empty), `text` what was sent. */
export type Answer<T = unknown> = { status: number; body: T; text: string; headers: Headers };

/** One visitor's client. Bodies that are FormData or URLSearchParams go as they are, others as JSON. */
export type Client = {
  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  patch<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  delete<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  send<T = unknown>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  cookies: Map<string, string>;
};

/** New client without cookies. */
export function createClient(baseUrl: string): Client {
  const cookies = new Map<string, string>();
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const raw =
      body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: new URL(baseUrl).origin,
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), value);
    }
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const parsed = isJson ? JSON.parse(text) : undefined;
    noteExchange({ method, path, sent: raw ? undefined : body, status: response.status, got: parsed });
    return {
      status: response.status,
      // Border: the test names the shape it expects of the answer.
      body: parsed as never,
      text,
      headers: response.headers,
    };
  };
  return {
    send,
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}
