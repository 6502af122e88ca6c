// The drawings of ARCHITECTURE.md against the folders, the ledger's names, the moves in the code and the states of the database.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import {
  type Arrow,
  accountNames,
  arrowsOf,
  drawnFlows,
  drawnRooms,
  drawnStates,
  nodesOf,
  roomFolders,
  section,
} from './drawings.ts';
import { productFiles, readTree, walk } from './engine.ts';
import { REPOSITORY } from './walls.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const tree = readTree(REPOSITORY);
const name = ({ from, to }: Arrow) => `${from} to ${to}`;

describe('the wings', () => {
  const drawn = drawnRooms(section(architecture, 'wings'));

  it('have every room once', () => {
    const rooms = drawn.map(({ room }) => room);
    assert.deepEqual(rooms.toSorted(), [...new Set(roomFolders(REPOSITORY).map(({ room }) => room))].toSorted());
  });

  it('have the rooms of their folders', () => {
    const wingOf = new Map(drawn.map(({ room, wing }) => [room, wing]));
    // Rooms in no wing's folder are in the wing that the drawing says.
    const elsewhere = roomFolders(REPOSITORY).filter(({ room, wing }) => wing !== undefined && wingOf.get(room) !== wing);
    assert.deepEqual(elsewhere, []);
  });
});

describe('the flows', () => {
  const flows = drawnFlows(section(architecture, 'flows'));

  it('are five', () => assert.equal(flows.length, 5));

  for (const { title, files, arrows } of flows) {
    it(`${title}: three files on the spine, eight in all, joined by imports`, () => {
      const spine = new Set(arrows.filter(({ isSpine }) => isSpine).flatMap(({ from, to }) => [from, to]));
      assert.ok(spine.size > 1 && spine.size <= 3, `the spine has ${spine.size} files`);
      assert.ok(files.length <= 8, `${files.length} files`);
      const joined = new Set(arrows.flatMap(({ from, to }) => [from, to]));
      assert.deepEqual(
        files.filter((file) => !joined.has(file)),
        [],
      );
      assert.deepEqual(arrows.filter(({ from, to, isImport }) => isImport && !importsOf(from).includes(to)).map(name), []);
      const [first = ''] = files;
      assert.ok(read(`src/${first}`).includes(`'${title.split(' ').at(-1)}'`), `${first} has no route or job of this name`);
    });
  }

  it('are read with the spine, what stands beside it, and what is no import', () => {
    const drawing =
      '  subgraph a["a flow: job a"]\n    x["a.ts"] --> y["b.ts"] --> z["c.ts"]\n    y -.->|job b| v["d.ts"]\n  end\n';
    const [flow] = drawnFlows(drawing);
    assert.deepEqual(flow?.files, ['a.ts', 'b.ts', 'c.ts', 'd.ts']);
    assert.deepEqual(
      flow?.arrows.map(({ from, to, isSpine, isImport }) => [from, to, isSpine, isImport]),
      [
        ['a.ts', 'b.ts', true, true],
        ['b.ts', 'c.ts', true, true],
        ['b.ts', 'd.ts', false, false],
      ],
    );
    assert.ok(!importsOf('features/investing/primary-purchase/routes.ts').includes('money/payments/execute.ts'));
  });
});

describe('the accounts', () => {
  const drawing = section(architecture, 'accounts');
  const arrows = arrowsOf(drawing);

  it('are those of the ledger', () => {
    const known = accountNames(read('src/money/ledger/accounts.ts'));
    assert.deepEqual(nodesOf(drawing).toSorted(), known.toSorted());
    assert.deepEqual(
      arrows.filter(({ from, to }) => !known.includes(from) || !known.includes(to)),
      [],
    );
  });

  it('are joined by an arrow for every move that the code names', () => {
    // What the drawing leaves out, and says so.
    const leftOut = [
      'PRO_MAIN to EXT',
      'PRO_SURPLUS to EXT',
      'PRO_ESCROW to EXT',
      'PRO_FEES to PLAT_MAIN',
      'PRO_MAIN to PLAT_MAIN',
    ];
    const moves = namedMoves();
    const drawn = arrows.map(name);
    assert.ok(moves.length > 25, `only ${moves.length} moves were found in src/`);
    assert.deepEqual(
      [...new Set(moves.map(name))].filter((move) => !drawn.includes(move) && !leftOut.includes(move)),
      [],
    );
    assert.deepEqual(
      leftOut.filter((move) => !moves.some((one) => name(one) === move)),
      [],
    );
  });
});

describe("a payment's states", () => {
  const { states, steps } = drawnStates(section(architecture, 'payment'));

  it('are those of the database', () => {
    const [, words = ''] =
      /create table payment \([\s\S]*?check \(status in \((.*?)\)/.exec(read('db/schema/05_payments.sql')) ?? [];
    const stored = [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word);
    assert.deepEqual(states.toSorted(), stored.toSorted());
  });

  it('follow each other as the statements of payment.ts say', () => {
    assert.deepEqual(steps.map(name).toSorted(), statedSteps(read('src/money/payments/payment.ts')).map(name).toSorted());
  });
});

it('every file that ARCHITECTURE.md names is there', () => {
  const named = [...architecture.matchAll(/`((?:src|test|scripts|core|money|features|providers)\/[\w/.-]+\.ts)`/g)].map(
    ([, path = '']) => path,
  );
  assert.ok(named.length > 8);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(REPOSITORY, path)) && !existsSync(join(REPOSITORY, 'src', path))),
    [],
  );
});

/** What a file below src imports, and what the doors that it imports give out: paths below src. */
function importsOf(path: string): string[] {
  const named = (file: string) =>
    [...read(`src/${file}`).matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => posix.join(dirname(file), to));
  return named(path).flatMap((file) => (file.endsWith('/index.ts') ? [file, ...named(file)] : [file]));
}

/** Both ends of every `move(cents, from, to)` and of every hold, where the code names the accounts. */
function namedMoves(): Arrow[] {
  const found: Arrow[] = [];
  for (const file of productFiles(tree)) {
    walk(file.ast, (node) => {
      if (!ts.isCallExpression(node)) return;
      const [, second, third] = node.arguments;
      const called = node.expression.getText();
      if (called === 'heldByInvestor') found.push({ from: 'INV_AVAILABLE', to: 'INV_HELD' });
      if (called === 'heldByProject' && second && ts.isObjectLiteralExpression(second))
        for (const property of second.properties) found.push({ from: `PRO_${property.name?.getText()}`, to: 'PRO_HELD' });
      if (called !== 'move' || !second || !third) return;
      for (const from of accountsOf(second)) for (const to of accountsOf(third)) found.push({ from, to });
    });
  }
  return found.filter(({ from, to }) => from !== to);
}

/** The accounts that an expression names, as the drawing calls them; none where it is a variable. */
function accountsOf(expression: ts.Expression): string[] {
  if (ts.isConditionalExpression(expression)) return [...accountsOf(expression.whenTrue), ...accountsOf(expression.whenFalse)];
  const text = expression.getText();
  if (text === 'EXTERNAL') return ['EXT'];
  const [, account] = /^PLATFORM\.(\w+)$/.exec(text) ?? [];
  if (account) return [`PLAT_${account}`];
  if (text.startsWith('availableOf(')) return ['INV_AVAILABLE'];
  if (text.startsWith('heldOf(')) return ['INV_HELD'];
  if (text.startsWith('unassignedOf(')) return ['PRO_UNASSIGNED'];
  const [, purse] = /^purseOf\(.*, '(\w+)'\)$/.exec(text) ?? [];
  return purse ? [`PRO_${purse}`] : [];
}

/** What each update of payment.ts makes of which state, and the state in which a row begins. */
function statedSteps(text: string): Arrow[] {
  const [, outcomes = ''] = /export type PaymentOutcome =([\s\S]*?);\n\n/.exec(text) ?? [];
  const ends = [...outcomes.matchAll(/status: '(\w+)'/g)].map(([, end = '']) => end);
  return text.split('export async function ').flatMap((body) => {
    const [, set] = /\.set\([\s\S]*?\bstatus: ([\w.']+),/.exec(body) ?? [];
    const [, expected = ''] = /\.where\('status', (?:'=', |'in', \[)([\w', ]+)\]?\)/.exec(body) ?? [];
    if (set === undefined) return [];
    const from = expected.replaceAll("'", '').split(', ');
    const to = set === 'outcome.status' ? ends : [set.replaceAll("'", '')];
    return from.flatMap((one) => to.map((other) => ({ from: one, to: other })));
  });
}
