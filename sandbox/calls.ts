// The call log: requests of the application to external services, with the status of the answers.

const MAX_CALLS = 5000;

export type Call = {
  id: number;
  /** ISO instant of business time. */
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  /** The `PSU-…` headers, which identify the end user, by lower-case name. */
  endUser: Record<string, string>;
  /** HTTP status of the answer; null until it is sent, and forever when the connection was closed instead. */
  status: number | null;
};

export type Calls = {
  add(call: Omit<Call, 'id' | 'status'>): Call;
  /** Newest first; `path` filters by a part of the path. */
  list(path?: string): Call[];
  clear(): void;
};

export function createCalls(): Calls {
  let calls: Call[] = [];
  let nextId = 1;
  return {
    add(call) {
      const entry: Call = { id: nextId++, ...call, body: withoutFiles(call.body), status: null };
      calls.push(entry);
      if (calls.length > 2 * MAX_CALLS) calls = calls.slice(-MAX_CALLS);
      return entry;
    },
    list: (path) =>
      calls
        .slice(-MAX_CALLS)
        .filter((call) => path === undefined || call.path.includes(path))
        .reverse(),
    clear() {
      calls = [];
    },
  };
}

/** The headers of a call that identify its end user (provider.md#transport). */
export function endUserOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => name.startsWith('psu-'));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

/** Replaces an uploaded file by its length. */
function withoutFiles(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('buffer' in body)) return body;
  return { ...body, buffer: `(${String(body.buffer).length} characters of base64)` };
}
