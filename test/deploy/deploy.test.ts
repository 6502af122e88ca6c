// What can be said of deploy/ without a container engine: names, versions, limits and paths agree with the code and with each other.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/index.ts';
import { settings } from '../../src/config/settings.ts';
import { type ComposeService, compose, environmentOf, type Manifest, manifests, namesOf, read, someValue } from './files.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const OURS = `\${MORTAR_IMAGE:?}`;
const REQUIRED = Object.entries(settings).flatMap(([name, { requiredInProduction }]) => (requiredInProduction ? [name] : []));
/** Variables that an image reads itself, by its documentation; all others must be read by a file of ours that is mounted there. */
const OF_IMAGES: Readonly<Record<string, readonly string[]>> = {
  primary: ['POSTGRES_PASSWORD'],
  accounts: ['PGHOST', 'PGUSER', 'PGDATABASE', 'PGPASSWORD'],
  bucket: ['ROOT_ACCESS_KEY_ID', 'ROOT_SECRET_ACCESS_KEY', 'VGW_REGION', 'VGW_HEALTH'],
};

const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === OURS);
/** Those that run main.js; the others are scripts that read only the settings of the bucket. */
const programs = ours.filter(([, { env_file: files = [] }]) => files.length > 0);
const all = manifests();
const pods = all.flatMap(({ metadata, spec }) =>
  spec?.template === undefined ? [] : [{ name: metadata.name, pod: spec.template.spec }],
);

describe('compose.yaml', () => {
  it('runs two APIs and two workers after the migration', () => {
    assert.deepEqual(
      programs.map(([name, { command, deploy }]) => [name, command, deploy?.replicas ?? 1]),
      [
        ['api', ['api'], 2],
        ['worker', ['worker'], 2],
        ['migrate', ['migrate'], 1],
      ],
    );
    for (const name of ['api', 'worker'])
      assert.equal(compose.services[name]?.depends_on?.migrate?.condition, 'service_completed_successfully');
    for (const [, { command: [command] = [] }] of programs)
      assert.match(read('src/command-line.ts'), new RegExp(`case '${command}':`));
  });

  it('gives our containers settings of the service and nothing else', () => {
    for (const [name, service] of programs) assert.deepEqual(unknownSettings(environmentOf(service, {})), [], name);
    const script = read('deploy/make-bucket.ts');
    for (const name of Object.keys(compose.services['bucket-setup']?.environment ?? {})) assert.ok(script.includes(name), name);
  });

  it('gives each secret to the containers that need it, and to no other', () => {
    const holders = (secret: string) =>
      services.flatMap(([name, { environment = {} }]) =>
        Object.values(environment).some((value) => value.includes(`\${${secret}:?}`)) ? [name] : [],
      );
    const expected = {
      BUCKET_ROOT_ACCESS_KEY_ID: ['bucket', 'bucket-setup'],
      BUCKET_ROOT_SECRET_ACCESS_KEY: ['bucket', 'bucket-setup'],
      S3_SECRET_ACCESS_KEY: ['api', 'worker', 'migrate', 'bucket'],
      DATABASE_SUPERUSER_PASSWORD: ['primary', 'accounts'],
      DATABASE_OWNER_PASSWORD: ['migrate', 'accounts'],
      DATABASE_SERVICE_PASSWORD: ['api', 'worker', 'migrate', 'pgbouncer', 'accounts'],
      DATABASE_REPLICATION_PASSWORD: ['accounts', 'standby'],
    };
    const found = Object.keys(expected).map((secret) => [secret, holders(secret)]);
    assert.deepEqual(Object.fromEntries(found), expected);
    assert.deepEqual(Object.keys(compose.services.primary?.environment ?? {}), ['POSTGRES_PASSWORD']);
  });

  it('with its examples filled in satisfies production, and no longer without any one of the required settings', () => {
    for (const [name, service] of programs) {
      const environment = environmentOf(service, {});
      assert.doesNotThrow(() => readConfig(environment), name);
      assert.deepEqual(
        REQUIRED.filter((required) => !(required in environment)),
        [],
        name,
      );
    }
    // Copied examples with nothing filled in are refused.
    assert.throws(() =>
      readConfig({
        NODE_ENV: 'production',
        ...Object.fromEntries(namesOf('deploy/mortar.env.example').map((name) => [name, ''])),
      }),
    );
  });

  it('substitutes what .env.example names, and all of it', () => {
    const text = read('deploy/compose.yaml');
    const used = [...text.matchAll(/\$\{(\w+)(:\?)?\}/g)];
    assert.deepEqual(
      used.filter(([, , insists]) => insists === undefined).map(([whole]) => whole),
      [],
    );
    assert.deepEqual([...new Set(used.map(([, name]) => name))].sort(), namesOf('deploy/.env.example').sort());
  });

  it('gives the other containers what they read', () => {
    for (const [name, service] of services.filter(([, { image }]) => image !== OURS)) {
      const mounted = mountedFiles(service).map(read).join('\n');
      const unread = Object.keys(service.environment ?? {}).filter(
        (variable) => !(OF_IMAGES[name] ?? []).includes(variable) && !mounted.includes(variable),
      );
      assert.deepEqual(unread, [], name);
    }
  });

  it('confines every container: no root, read-only, no capability, limits, a health check or a reason why not', () => {
    for (const [name, service] of services) {
      assert.match(service.user ?? '', /^[1-9]\d*:[1-9]\d*$/, `${name} has no user`);
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      const { cpus, memory } = service.deploy?.resources?.limits ?? {};
      assert.ok(cpus !== undefined && memory !== undefined, `${name} has no limits`);
      assert.ok(service.healthcheck?.test !== undefined || service.healthcheck?.disable === true, `${name} has no health check`);
    }
    const unchecked = services.filter(([, { healthcheck }]) => healthcheck?.disable === true).map(([name]) => name);
    assert.deepEqual(unchecked, ['migrate', 'accounts', 'bucket-setup']);
  });

  it('leaves the service the time that it takes to stop, and the proxy the time to notice', () => {
    for (const [name, service] of programs) {
      const { SHUTDOWN_LIMIT_MS: limitMs, SHUTDOWN_GRACE_MS: graceMs = 0 } = readConfig(environmentOf(service, {}));
      assert.ok(Number.parseInt(service.stop_grace_period ?? '0', 10) * 1000 > limitMs, name);
      const { everyMs, againAfterMs, fall } = proxyChecks();
      assert.ok(everyMs + (fall - 1) * againAfterMs < graceMs, name);
    }
  });

  it('mounts files that exist', () => {
    for (const file of services.flatMap(([, service]) => mountedFiles(service))) assert.ok(existsSync(join(PROJECT, file)), file);
  });
});

describe('the images', () => {
  const recipes = globSync('deploy/**/Containerfile', { cwd: PROJECT });
  it('are pinned, and the last user of each is not root', () => {
    const bases = recipes.flatMap((file) => [...read(file).matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base));
    const images = services.map(([, { image }]) => image).filter((image) => image !== OURS);
    for (const image of [...bases, ...images]) assert.match(image, /:v?\d+\.\d+/, image);
    for (const file of recipes)
      assert.match(
        read(file)
          .match(/^USER .*/gm)
          ?.at(-1) ?? '',
        /^USER [1-9]\d*:[1-9]\d*$/,
        file,
      );
  });

  it('of the service is built by the Node that runs it', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const built = [...read('deploy/Containerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    assert.deepEqual(built, [dependencies.node, dependencies.node, dependencies.node]);
    // Not by a script of a package, which fetches what package-lock.json does not name.
    const text = read('deploy/Containerfile');
    for (const [install] of text.matchAll(/npm ci .*/g)) assert.match(install, / --ignore-scripts /);
    for (const file of ['deploy/Containerfile', 'deploy/compose.yaml'])
      assert.doesNotMatch(read(file), /node_modules\/node\/|npm run/, file);
  });

  it('of the service copies what exists, and runs a file of ours with the Node of its base in exec form', () => {
    const text = read('deploy/Containerfile');
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
    for (const source of copied) assert.ok(existsSync(join(PROJECT, source)), source);
    const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(text) ?? [];
    const [program = '', script = ''] = JSON.parse(entry) as string[];
    assert.equal(program, 'node');
    assert.equal(script, 'dist/main.js', 'what `npm run build` writes (built-sources.test.ts)');
    assert.match(text, /^COPY --from=bundles \S+\/dist \.\/dist$/m);
    assert.match(text, /^STOPSIGNAL SIGTERM$/m);
    assert.match(text, /^HEALTHCHECK .*CMD \[.*\/health\/live/m);
  });

  it('get no secret of the folder they are built in, whichever engine builds them', () => {
    assert.equal(read('.dockerignore'), read('.containerignore'));
    for (const line of ['.git', 'node_modules', '**/.env', '**/*.env', '**/*.pem'])
      assert.ok(read('.containerignore').split('\n').includes(line), line);
    for (const line of ['.env', 'deploy/mortar.env', 'deploy/tls.pem'])
      assert.ok(read('.gitignore').split('\n').includes(line), line);
  });
});

describe('the account of the service in the bucket', () => {
  it('is what the gateway reads, and the gateway is not given its key again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortar-gateway-'));
    try {
      // In place of the gateway, which no package of the tests has: prints what it would find.
      const script = `#!/bin/sh\nprintf '%s ' "$@" "$S3_SECRET_ACCESS_KEY"; stat -c %a "$VGW_IAM_DIR/users.json"; cat "$VGW_IAM_DIR/users.json"\n`;
      writeFileSync(join(folder, 'versitygw'), script, { mode: 0o755 });
      const keys = { S3_ACCESS_KEY_ID: 'service', S3_SECRET_ACCESS_KEY: 'word0123' };
      const env = { ...keys, VGW_IAM_DIR: join(folder, 'iam'), PATH: `${folder}:${process.env.PATH}` };
      const said = execFileSync('sh', [join(PROJECT, 'deploy/bucket/start.sh')], { env, encoding: 'utf8' });
      const [first, ...rest] = said.split('\n');
      assert.equal(first, 'posix /data  600');
      const account = { access: 'service', secret: 'word0123', role: 'user' };
      assert.deepEqual(JSON.parse(rest.join('')), { accessAccounts: { service: account } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the paths of the probes', () => {
  it('are routes of the API', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, unknown> };
    const files = [
      ...['deploy/Containerfile', 'deploy/compose.yaml', 'deploy/haproxy/haproxy.cfg'],
      ...['deploy/kubernetes/api.yaml', 'deploy/kubernetes/worker.yaml'],
    ];
    const asked = files.flatMap((file) => [...read(file).matchAll(/\/health\/\w+/g)].map(([path]) => path));
    assert.ok(asked.length >= 10, String(asked.length));
    assert.deepEqual(
      asked.filter((path) => !(path in paths)),
      [],
    );
  });
});

describe('the manifests', () => {
  it('give each pod all required settings and nothing that is none', () => {
    for (const { name, pod } of pods) {
      const environment = podEnvironment(pod.containers[0]?.envFrom ?? []);
      assert.deepEqual(unknownSettings(environment), [], name);
      assert.deepEqual(
        REQUIRED.filter((required) => !(required in environment)),
        [],
        name,
      );
      assert.doesNotThrow(() => readConfig(environment), name);
      assert.ok(pod.terminationGracePeriodSeconds * 1000 > readConfig(environment).SHUTDOWN_LIMIT_MS, name);
    }
  });

  it('keep secrets out of what is no secret, and the example empty', () => {
    const plain = all.flatMap(({ data = {} }) => Object.keys(data));
    const table: Readonly<Record<string, { secret: boolean }>> = settings;
    assert.deepEqual(
      plain.filter((name) => table[name]?.secret),
      [],
    );
    for (const { stringData = {} } of all)
      assert.deepEqual(
        Object.values(stringData).filter((value) => value !== ''),
        [],
      );
  });

  it('fit the restricted profile, and run commands that exist', () => {
    assert.deepEqual(pods.map(({ name }) => name).sort(), ['mortar-api', 'mortar-migrate', 'mortar-worker']);
    for (const { name, pod } of pods) {
      const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext;
      assert.deepEqual(
        { runAsNonRoot, runAsUser, seccompProfile },
        { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
        name,
      );
      for (const { securityContext, args, image } of pod.containers) {
        const expected = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
        assert.deepEqual(securityContext, expected, name);
        assert.equal(image, 'mortar');
        assert.match(read('src/command-line.ts'), new RegExp(`case '${args[0]}':`));
      }
    }
    assert.match(read('deploy/kubernetes/kustomization.yaml'), /newTag: \d+\.\d+\.\d+/);
    assert.equal(all.filter(({ kind }) => kind === 'PodDisruptionBudget').length, 2);
  });

  it('let nothing in or out of a pod but what each needs', () => {
    // Border: the manifest is ours, and a field that is not there fails the test.
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as NetworkRules);
    const forPod = (app: string) =>
      policies.filter(({ podSelector: { matchLabels, matchExpressions = [] } }) => {
        const isListed = matchExpressions.every(({ key, values }) => key === 'app' && values.includes(app));
        return isListed && (matchLabels === undefined || matchLabels.app === app);
      });
    const portsOf = (rules: { ports: { port: number | string }[] }[] = []) =>
      rules.flatMap(({ ports }) => ports.map(({ port }) => port)).sort();
    const [{ podSelector, policyTypes, ingress, egress } = assert.fail('no policy')] = policies;
    assert.deepEqual(
      { podSelector, policyTypes, ingress, egress },
      { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: undefined, egress: undefined },
    );
    const open = Object.fromEntries(
      pods.map(({ name, pod }) => {
        assert.equal(pod.containers.length, 1);
        const rules = forPod(name);
        return [
          name,
          [portsOf(rules.flatMap((rule) => rule.ingress ?? [])), portsOf(rules.flatMap((rule) => rule.egress ?? []))],
        ];
      }),
    );
    const out = [443, 465, 53, 53, 5432, 587, 6432];
    assert.deepEqual(open, {
      'mortar-api': [[3000, 3001, 'http'], out],
      'mortar-worker': [[3000, 3001], out],
      'mortar-migrate': [[], [53, 53, 5432, 6432]],
    });
  });

  it('send traffic to ready instances, and restart dead ones', () => {
    for (const [name, setting] of [
      ['mortar-api', 'PORT'],
      ['mortar-worker', 'WORKER_PORT'],
    ] as const) {
      const [container] = pods.find((pod) => pod.name === name)?.pod.containers ?? [];
      assert.equal(container?.readinessProbe?.httpGet.path, '/health/ready', name);
      assert.equal(container.livenessProbe?.httpGet.path, '/health/live', name);
      const [port] = container.ports ?? [];
      assert.equal(container.readinessProbe.httpGet.port, port?.name, name);
      assert.equal(readConfig(podEnvironment(container.envFrom ?? []))[setting], port?.containerPort, name);
    }
  });
});

type NetworkRules = {
  podSelector: { matchLabels?: { app: string }; matchExpressions?: { key: string; values: string[] }[] };
  policyTypes: string[];
  ingress?: { ports: { port: number | string }[] }[];
  egress?: { ports: { port: number | string }[] }[];
};

/** How often the proxy asks each API, how soon again after a first refusal, and how many refusals it takes. */
function proxyChecks(): { everyMs: number; againAfterMs: number; fall: number } {
  const found = /api:3000 .*check inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(read('deploy/haproxy/haproxy.cfg'));
  const [everySeconds = 0, againAfterMs = 0, fall = 0] = (found ?? assert.fail('no check of the APIs')).slice(1).map(Number);
  return { everyMs: everySeconds * 1000, againAfterMs, fall };
}

/** What Node itself reads, from the image. */
const OF_NODE = 'NODE_COMPILE_CACHE';

function unknownSettings(environment: Readonly<Record<string, string>>): string[] {
  return Object.keys(environment).filter((name) => name !== OF_NODE && !(name in settings));
}

/** Files of ours that the container sees, by the folder of the project; those that an operator makes are left out. */
function mountedFiles({ volumes = [] }: ComposeService): string[] {
  const sources = volumes.flatMap((volume) => (volume.startsWith('./') ? [join('deploy', volume.split(':')[0] ?? '')] : []));
  return sources.flatMap((source) => {
    if (source === join('deploy', 'tls.pem')) return [];
    const inside = globSync('*', { cwd: join(PROJECT, source) }).map((name) => join(source, name));
    return inside.length > 0 ? inside : [source];
  });
}

/** What the listed config maps and secrets give, later ones first, with values in place of the empty ones. */
function podEnvironment(
  sources: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[],
): Record<string, string> {
  const parts = sources.map(({ configMapRef, secretRef }) => {
    const wanted = configMapRef?.name ?? secretRef?.name;
    const found = all.find(({ metadata, kind }: Manifest) => metadata.name === wanted && ['ConfigMap', 'Secret'].includes(kind));
    assert.ok(found !== undefined, `nothing is named ${wanted}`);
    return found.data ?? Object.fromEntries(Object.keys(found.stringData ?? {}).map((name) => [name, databaseOr(name)]));
  });
  return Object.assign({}, ...parts);
}

function databaseOr(name: string): string {
  return name.startsWith('DATABASE_') ? 'postgres://mortar:word@pooler.example:6432/mortar' : someValue(name);
}
