// Starts one sandbox in this process: provider, registry, votes, chat, automation, time stamps, mail, control routes and page.
import type { AddressInfo } from 'node:net';
import { createCalls } from './calls.ts';
import { messageRoutes } from './chat.ts';
import { createClock } from './clock.ts';
import { paperControl, standingControl, walletControl } from './control/accounts.ts';
import { movementControl } from './control/movements.ts';
import { onboardingControl, recertificationControl } from './control/onboardings.ts';
import { clockControl, worldControl } from './control/world.ts';
import { createFaults } from './faults.ts';
import { createHttp, watchCalls } from './http.ts';
import { createLate } from './late.ts';
import { PLATFORM_ACCOUNT_IDS } from './ledger.ts';
import { startMailServer } from './mail.ts';
import { createNotifications } from './notifications.ts';
import { onboardingPageRoutes } from './onboarding-pages.ts';
import { pageRoutes } from './page.ts';
import { accountChangeRoutes, openAccount } from './provider/account-changes.ts';
import { accountRoutes } from './provider/accounts.ts';
import { documentRoutes } from './provider/documents.ts';
import { ibanRoutes } from './provider/ibans.ts';
import { mandateRoutes } from './provider/mandates.ts';
import { moneyInRoutes } from './provider/moneyins.ts';
import { moneyOutRoutes } from './provider/moneyouts.ts';
import { onboardingRoutes } from './provider/onboarding.ts';
import { p2pRoutes } from './provider/p2p.ts';
import { guardDirectKit, guardOnboarding, tokenRoutes } from './provider/token.ts';
import { registryRoutes } from './registry.ts';
import { openStore } from './state.ts';
import { timestampRoutes } from './timestamps.ts';
import { voteRoutes } from './votes.ts';
import { votesPageRoutes } from './votes-page.ts';
import type { Keys, Settings, World } from './world.ts';

export type SandboxOptions = {
  host?: string;
  /** 0 or absent picks a free one, also for `smtpPort`. */
  port?: number;
  smtpPort?: number;
  /** Absent: the state is kept in memory only. */
  stateFile?: string | undefined;
  /** Where notifications go; absent: nowhere until `setMortarUrl`. */
  mortarUrl?: string | undefined;
  keys?: Partial<Keys>;
  settings?: Partial<Settings>;
};

export type Sandbox = {
  url: string;
  port: number;
  smtpPort: number;
  setMortarUrl(url: string | undefined): void;
  /** Closes both servers and saves the state file. */
  stop(): Promise<void>;
};

const DEFAULT_KEYS: Keys = {
  provider: 'sandbox-provider-key',
  webhook: 'sandbox-webhook-key',
  defaults: 'sandbox-defaults-key',
  registry: 'sandbox-registry-key',
  voting: 'sandbox-voting-secret-0123456789',
};
const DEFAULT_SETTINGS: Settings = {
  errorStatus: 400,
  minUploadBytes: 100 * 1024,
  refuseOddNames: false,
  tokenSeconds: 3600,
  notificationFormat: 'json',
};
/** The platform's own accounts (SC). */
const SC_STATUS = -1;

/** @throws when a port is taken or the state file is damaged; nothing stays open then */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const world = createWorld(options);
  openPlatformAccounts(world);
  const app = createRoutes(world, { ...DEFAULT_SETTINGS, ...options.settings });
  try {
    await app.listen({ host, port: options.port ?? 0 });
    const mail = await startMailServer(world, host, options.smtpPort ?? 0);
    // Border: a listening TCP server has an AddressInfo.
    const { port } = app.server.address() as AddressInfo;
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      world.notifications.stop();
      await Promise.all([app.close(), mail.stop()]);
      world.late.clear();
      world.store.close();
    };
    return {
      url: `http://${host}:${port}`,
      port,
      smtpPort: mail.port,
      setMortarUrl: world.notifications.setMortarUrl,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await app.close();
    world.store.close();
    throw error;
  }
}

function createWorld(options: SandboxOptions): World {
  const store = openStore(options.stateFile);
  const clock = createClock(store.clockOffsetMs);
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const keys = { ...DEFAULT_KEYS, ...options.keys };
  const notifications = createNotifications({
    mortarUrl: options.mortarUrl,
    webhookKey: keys.webhook,
    format: () => settings.notificationFormat,
    date: clock.parisLocal,
  });
  return {
    store,
    clock,
    settings,
    keys,
    notifications,
    faults: createFaults(),
    late: createLate(),
    calls: createCalls(),
    token: { value: '', expiresAtMs: 0 },
  };
}

function openPlatformAccounts(world: World): void {
  for (const accountId of PLATFORM_ACCOUNT_IDS) {
    if (!world.store.accounts.has(accountId)) openAccount(world, { accountId, kind: 'legal', status: SC_STATUS });
  }
}

function createRoutes(world: World, firstSettings: Settings) {
  const app = createHttp(world);
  const reset = () => {
    world.store.reset();
    world.faults.clear();
    world.late.clear();
    world.calls.clear();
    world.notifications.clear();
    Object.assign(world.settings, firstSettings);
    openPlatformAccounts(world);
  };
  app.register(async (outside) => {
    watchCalls(world, outside);
    tokenRoutes(outside, world);
    registryRoutes(outside, world);
    messageRoutes(outside, world);
    timestampRoutes(outside, world);
    outside.register(async (defaults) => voteRoutes(defaults, world), { prefix: '/defaults' });
    outside.register(
      async (directKit) => {
        guardDirectKit(directKit, world);
        const groups = [
          accountRoutes,
          accountChangeRoutes,
          documentRoutes,
          ibanRoutes,
          moneyOutRoutes,
          p2pRoutes,
          mandateRoutes,
          moneyInRoutes,
        ];
        for (const group of groups) group(directKit, world);
      },
      { prefix: '/directkitrest' },
    );
    outside.register(
      async (onboarding) => {
        guardOnboarding(onboarding, world);
        onboardingRoutes(onboarding, world);
      },
      { prefix: '/onboarding' },
    );
  });
  app.register(
    async (control) => {
      const groups = [
        walletControl,
        standingControl,
        paperControl,
        movementControl,
        onboardingControl,
        recertificationControl,
        clockControl,
      ];
      for (const group of groups) group(control, world);
      worldControl(control, world, reset);
    },
    { prefix: '/_control' },
  );
  pageRoutes(app, world);
  onboardingPageRoutes(app, world);
  votesPageRoutes(app, world);
  return app;
}
