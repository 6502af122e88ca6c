// The sandbox as a program: settings from the environment, one line when it listens, a graceful stop on SIGTERM and SIGINT.
import { type SandboxOptions, startSandbox } from './start.ts';

/** Ends the program with an error message of one line. */
function fail(message: string): never {
  console.error(`sandbox: ${message}`);
  process.exit(1);
}

function portFrom(name: string, fallback: number): number {
  const value = process.env[name] || String(fallback);
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535) fail(`${name} must be a port number, not "${value}"`);
  return port;
}

function formatFrom(value: string): 'json' | 'form' {
  if (value !== 'json' && value !== 'form') fail(`SANDBOX_NOTIFICATION_FORMAT must be json or form, not "${value}"`);
  return value;
}

function optionsFromEnvironment(): SandboxOptions {
  const { env } = process;
  return {
    host: env.SANDBOX_HOST || '127.0.0.1',
    port: portFrom('SANDBOX_PORT', 4010),
    smtpPort: portFrom('SANDBOX_SMTP_PORT', 4025),
    stateFile: env.SANDBOX_STATE_FILE || undefined,
    mortarUrl: env.MORTAR_URL || 'http://127.0.0.1:3000',
    keys: {
      provider: env.SANDBOX_API_KEY || 'sandbox-provider-key',
      webhook: env.PROVIDER_WEBHOOK_API_KEY || 'sandbox-webhook-key',
      defaults: env.DEFAULTS_API_KEY || 'sandbox-defaults-key',
      registry: env.SANDBOX_REGISTRY_KEY || 'sandbox-registry-key',
      voting: env.VOTING_SHARED_SECRET || 'sandbox-voting-secret-0123456789',
    },
    settings: { notificationFormat: formatFrom(env.SANDBOX_NOTIFICATION_FORMAT || 'json') },
  };
}

function explain(error: unknown): string {
  // Border: an Error, which has code and port if it comes from the system.
  const { code, port, message } = error as { code?: string; port?: number; message: string };
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: stop the program that has it, or set SANDBOX_PORT and SANDBOX_SMTP_PORT`;
  return message;
}

const sandbox = await startSandbox(optionsFromEnvironment()).catch((error: unknown) => fail(explain(error)));
console.log(`sandbox listening ${JSON.stringify({ port: sandbox.port, smtpPort: sandbox.smtpPort })}`);

const end = () => {
  sandbox.stop().then(
    () => process.exit(0),
    (error: unknown) => fail(explain(error)),
  );
};
process.on('SIGTERM', end);
process.on('SIGINT', end);
// When started with an IPC channel, it ends with its parent, even if that was killed.
if (process.channel !== undefined) process.on('disconnect', end);
