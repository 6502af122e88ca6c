// The call log: what the application asked of the outside world, newest first, with answers.

const MAX_CALLS = 5000;

export type Call = {
  id: number;
  /** ISO instant of business time. */
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  /** End user as the call named them: the `PSU-…` headers by lower-case name. */
  endUser: Record<string, string>;
  /** HTTP status of the answer; null while there is none, and for good when the connection was cut instead. */
  status: number | null;
};

export type Calls = {
  add(call: Omit<Call, 'id' | 'status'>): Call;
  /** Newest first; `path` keeps those whose path contains it. */
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

/** The headers of a call that speak of its end user (provider.md#transport). */
export function endUserOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => name.startsWith('psu-'));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

/** An uploaded file would fill the log: its length says enough. */
function withoutFiles(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('buffer' in body)) return body;
  return { ...body, buffer: `(${String(body.buffer).length} characters of base64)` };
}
