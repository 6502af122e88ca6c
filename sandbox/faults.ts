// Fault injection: which of the next calls fail, and how. http.ts applies the faults.
import type { FastifyRequest } from 'fastify';
import { type Fields, record } from './fields.ts';

export const FAULT_MODES = [
  'http-500',
  'error-in-200',
  'timeout-before',
  'timeout-after',
  'late-effect',
  'expired-token',
  'pending',
  'latency',
  'malformed',
  'not-found',
  'partial',
  'retired',
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export type FaultOrder = {
  /** `METHOD /path-pattern`, matched against the end of the path (`:name`, `{name}` and `*` match one segment), or a part of the path. */
  route: string;
  mode: FaultMode;
  times: number;
  latencyMs: number | null;
  /** Provider error code of `error-in-200`. */
  code: number | null;
  /** Real (not business) seconds until the effect of `late-effect`. */
  afterSeconds: number | null;
  /** Only calls whose body has these fields with these values. */
  body: Fields;
};
export type Fault = FaultOrder & { id: number };

export type Faults = {
  order(order: FaultOrder): Fault;
  list(): Fault[];
  /** Forgets all orders, and lets the calls go on that `hold` keeps. */
  clear(): void;
  /** Keeps a call for so long, at most until its caller disconnects. */
  hold(request: FastifyRequest, ms: number): Promise<void>;
  /** Consumes the oldest fault that matches this call; `on` finds it for the rest of the request. */
  take(request: FastifyRequest, path: string): FaultOrder | undefined;
  /** Consumes a fault for something other than an HTTP request: the mail server uses `SMTP /smtp`. */
  draw(method: string, path: string, body?: unknown): FaultOrder | undefined;
  /** The fault consumed for the request, if it has this mode. */
  on(request: FastifyRequest, mode: FaultMode): FaultOrder | undefined;
};

export function createFaults(): Faults {
  let faults: (Fault & { matches: (method: string, path: string, body: unknown) => boolean })[] = [];
  let nextId = 1;
  const held = new Set<() => void>();
  const taken = new WeakMap<FastifyRequest, FaultOrder>();
  const draw: Faults['draw'] = (method, path, body) => {
    if (faults.length === 0) return undefined;
    const fault = faults.find((candidate) => candidate.matches(method, path, body));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) faults = faults.filter((other) => other !== fault);
    return fault;
  };
  return {
    order(order) {
      const fault = { id: nextId++, ...order };
      const onRoute = matcher(order);
      faults.push({ ...fault, matches: (method, path, body) => onRoute(method, path) && hasFields(body, order.body) });
      return fault;
    },
    list: () => faults.map(({ matches: _matches, ...fault }) => fault),
    clear() {
      faults = [];
      for (const release of held) release();
    },
    hold(request, ms) {
      if (ms <= 0) return Promise.resolve();
      const { socket } = request.raw;
      return new Promise((resolve) => {
        const release = () => {
          clearTimeout(timer);
          socket.off('close', release);
          held.delete(release);
          resolve();
        };
        const timer = setTimeout(release, ms);
        socket.once('close', release);
        held.add(release);
      });
    },
    take(request, path) {
      const fault = draw(request.method, path, request.body);
      if (fault !== undefined) taken.set(request, fault);
      return fault;
    },
    draw,
    on(request, mode) {
      const fault = taken.get(request);
      return fault?.mode === mode ? fault : undefined;
    },
  };
}

const CHANGES_PROFILE = /\/v2\/accounts\/(?:individual|legal)\/[^/]+$/;
const ORDERS_MONEY = /\/v2\/(?:p2p|moneyouts|moneyins\/sdd\/init)$/;

/** Modes that only some routes support: they are consumed by those routes only. */
const SCOPE: Partial<Record<FaultMode, (method: string, path: string) => boolean>> = {
  pending: (method, path) => (method === 'POST' && ORDERS_MONEY.test(path)) || (method === 'PUT' && CHANGES_PROFILE.test(path)),
  'late-effect': (method) => method !== 'GET',
  partial: (_method, path) => path.startsWith('/registry') || path.startsWith('/defaults'),
  'expired-token': (_method, path) => path.startsWith('/directkitrest') || path.startsWith('/onboarding'),
};

function matcher({ route, mode }: FaultOrder): (method: string, path: string) => boolean {
  const inScope = SCOPE[mode] ?? (() => true);
  const named = /^([A-Z*]+)\s+(\/\S*)$/.exec(route.trim());
  const method = named?.[1];
  const tail = named?.[2];
  if (method === undefined || tail === undefined) return (m, path) => path.includes(route.trim()) && inScope(m, path);
  const pattern = new RegExp(`${tail.split('/').map(segmentPattern).join('/')}/?$`);
  return (m, path) => (method === '*' || method === m) && pattern.test(path) && inScope(m, path);
}

function hasFields(body: unknown, wanted: Fields): boolean {
  const sent = record(body);
  return Object.entries(wanted).every(([name, value]) => sent[name] === value);
}

function segmentPattern(segment: string): string {
  if (segment === '*' || segment.startsWith(':') || /^\{.*\}$/.test(segment)) return '[^/]+';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
