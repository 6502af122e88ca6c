// deploy/observability/: every metric that a panel, a rule or the guide names is one that a started process exports, and the reverse.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { openFunding, signUp, verifiedInvestor } from '../support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { read } from './files.ts';

type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};
type Panel = { id: number; title: string; type: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] };

// Border: our own files, whose parts the tests below look at.
const groups = (parse(read('deploy/observability/alert-rules.yaml')) as { groups: { name: string; rules: Rule[] }[] }).groups;
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/observability/grafana-dashboard.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const GUIDE = 'docs/guides/observability.md';

let world: World;
/** Labels of each metric that has a value; of a histogram by the name of the histogram. */
const exported = new Map<string, Set<string>>();

before(async () => {
  world = await startWorld();
  await signUp(world);
  const { propertyId } = await openFunding(world, { bricks: 10 });
  const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
  expectStatus(await buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 2 }), 201);
  expectCode(await world.visitor().get('/customers/me'), 401, 'unauthenticated');
  await world.runJob('ledger-proof');
  await world.runJob('provider-reconciliation');
  const { text } = expectStatus(await world.visitor().get('/metrics'), 200);
  for (const line of text.split('\n')) {
    const [, type, kind] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (type !== undefined) exported.set(type, new Set(kind === 'histogram' ? ['le'] : []));
    const [, name = '', labels = ''] = /^(\w+?)(?:_bucket|_count|_sum)?(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) exported.get(name)?.add(label);
  }
});
after(() => world.close());

const METRIC = /\b(?:mortar|process|nodejs)_\w+/g;
/** Prometheus adds them itself. */
const OF_PROMETHEUS = ['instance', 'job'];
/** Absent while nothing is of that kind: no replica is read, nothing is in a queue. */
const SOMETIMES: Readonly<Record<string, readonly string[]>> = {
  mortar_jobs: ['queue', 'state'],
  mortar_job_oldest_waiting_seconds: ['queue'],
  mortar_replica_reads_total: ['source'],
  mortar_http_refusals_total: ['code'],
};

/** What is wrong with an expression: metrics that nothing exports, labels that they do not have. */
function faultsOf(expr: string): string[] {
  const used = [...expr.matchAll(/\b((?:mortar|process|nodejs)_\w+?)(?:_bucket|_count|_sum)?(?:\{([^}]*)\})?(?![\w{])/g)];
  const by = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  return used.flatMap(([, name = '', matchers = '']) => {
    const labels = exported.get(name) ?? (SOMETIMES[name] && new Set<string>());
    if (labels === undefined) return [`${name} is not exported`];
    const known = [...labels, ...(SOMETIMES[name] ?? []), ...OF_PROMETHEUS];
    const asked = [...[...matchers.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label), ...by];
    return asked.filter((label) => !known.includes(label)).map((label) => `${name} has no label ${label}`);
  });
}

describe('the alert rules', () => {
  it('name metrics and labels that a process exports', () => {
    assert.ok(rules.length > 15);
    assert.deepEqual(
      rules.flatMap(({ alert, expr }) => faultsOf(expr).map((fault) => `${alert}: ${fault}`)),
      [],
    );
    assert.deepEqual(faultsOf('max by (colour) (mortar_workers{shape="x"})').length, 2, 'a planted fault is found');
    assert.deepEqual(faultsOf('mortar_nothing > 1'), ['mortar_nothing is not exported']);
  });

  it('have their own name, a severity, a summary, and lead to a section of the guide that is there', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    const sections = [...read(GUIDE).matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
    for (const { alert, labels, annotations, ...rule } of rules) {
      assert.ok(['page', 'ticket'].includes(labels.severity), alert);
      assert.ok(annotations.summary.length > 10, alert);
      assert.match(rule.for ?? '1m', /^\d+[mh]$/, alert);
      const [file, section = ''] = annotations.runbook_url.split('#');
      assert.equal(file, GUIDE);
      assert.ok(sections.includes(section), `${alert} leads to ${section}`);
      assert.ok(read(GUIDE).includes(`\`${alert}\``), `the guide does not explain ${alert}`);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  it('are valid, and fire when they should', {
    skip: hasPromtool ? false : 'promtool is not installed (Debian: apt-get install prometheus)',
  }, () => {
    const cwd = join(import.meta.dirname, '../../deploy/observability');
    for (const args of [
      ['check', 'rules', 'alert-rules.yaml'],
      ['test', 'rules', 'alert-rules.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });

  it('open and close as many brackets', () => {
    for (const expr of [
      ...rules.map((rule) => rule.expr),
      ...panels.flatMap(({ targets = [] }) => targets.map((one) => one.expr)),
    ])
      for (const [opens, closes] of ['()', '{}', '[]'])
        assert.equal(expr.split(opens ?? '').length, expr.split(closes ?? '').length, expr);
  });
});

describe('the dashboard', () => {
  it('shows metrics and labels that a process exports', () => {
    assert.deepEqual(
      panels.flatMap(({ title, targets = [] }) =>
        targets.flatMap(({ expr }) => faultsOf(expr)).map((fault) => `${title}: ${fault}`),
      ),
      [],
    );
  });

  it('has panels with their own ids and titles, within its width', () => {
    assert.ok(panels.length > 20);
    for (const field of ['id', 'title'] as const)
      assert.equal(new Set(dashboard.panels.map((panel) => panel[field])).size, dashboard.panels.length, field);
    for (const { title, gridPos, targets = [] } of panels) {
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      assert.ok(targets.length > 0, title);
    }
  });
});

describe('the guide', () => {
  it('explains every metric of ours, and none that is not there', () => {
    const ours = [...exported.keys(), ...Object.keys(SOMETIMES)].filter((name) => name.startsWith('mortar_'));
    const guide = read(GUIDE);
    assert.deepEqual(
      [...new Set(ours)].filter((name) => !guide.includes(`\`${name}\``)),
      [],
    );
    const named = new Set([...guide.matchAll(METRIC)].map(([name]) => name).filter((name) => name.startsWith('mortar_')));
    assert.deepEqual(
      [...named].filter((name) => !ours.includes(name)),
      [],
    );
  });
});

it('the collector takes what the service sends', () => {
  // Border: as above.
  const { receivers, service } = parse(read('deploy/observability/collector.yaml')) as {
    receivers: { otlp: { protocols: { http?: object } } };
    service: { pipelines: { traces: { receivers: string[] } } };
  };
  assert.ok(receivers.otlp.protocols.http);
  assert.deepEqual(service.pipelines.traces.receivers, ['otlp']);
});
