// Spreadsheets: what is read back is what was written, and no file makes the service unpack or hold more than its limits.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import zlib, { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { type Cell, lookAtSheet, readSheet, writeSheet } from './spreadsheet.ts';
import { isWithinZipLimits } from './zip-limits.ts';

const LIMITS = { rows: 100, columns: 3 };
const columns = ['a', 'b', 'c'].map((header) => ({ header, width: 10 }));
const written = (rows: Cell[][]) => writeSheet({ name: 'Sheet', columns }, rows);
const cellsOf = async (file: Uint8Array) => (await readSheet(file, LIMITS))?.map(({ cells }) => cells);

type Part = {
  name: string;
  content: Buffer;
  declaredBytes?: number;
  packed?: Buffer;
  flags?: number;
  method?: number;
  extra?: Buffer;
};

/** A zip by hand, `at` so many bytes into a file: what it declares of its files need not be true. */
function zip(parts: readonly Part[], start = 0): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = start;
  for (const part of parts) {
    const { name, content, declaredBytes = content.length, packed = deflateRawSync(content) } = part;
    const { flags = 0, method = 8, extra = Buffer.alloc(0) } = part;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredBytes, 18);
    fields.writeUInt16LE(name.length, 22);
    fields.writeUInt16LE(extra.length, 24);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    locals.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), extra, packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, offset, Buffer.from(name), extra);
    at += 30 + name.length + extra.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** Two archives in one file: readers with ZIP64 see the first, others the second. */
function twoDirectories(first: readonly Part[], second: readonly Part[]): Buffer {
  const shown = zip(first);
  const hidden = zip(second, shown.length);
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeUInt32LE(first.length, 32);
  record.writeUInt32LE(shown.readUInt32LE(shown.length - 6), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeUInt32LE(shown.length + hidden.length - 22, 8);
  return Buffer.concat([shown, hidden.subarray(0, -22), record, locator, hidden.subarray(-22)]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = (type: string, target: string) =>
  Buffer.from(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`,
  );

/** The smallest workbook around the XML of one sheet, whose part has this name. */
function workbook(sheet: string, part = 'sheet1.xml'): Buffer {
  return zip(partsOf(sheet, part));
}

function partsOf(sheet: string, part = 'sheet1.xml'): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      content: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    },
    { name: '_rels/.rels', content: relationships('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: Buffer.from(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships('worksheet', `worksheets/${part}`) },
    { name: `xl/worksheets/${part}`, content: Buffer.from(sheet) },
  ];
}
const sheetOf = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

describe('lookAtSheet', () => {
  const hidden = sheetOf('<row r="1" hidden="1"><c r="A1"><v>7</v></c></row>');
  it('looks at the sheet that is read, also where its part has a name with a space', async () => {
    for (const part of ['sheet1.xml', 'my sheet.xml'])
      assert.deepEqual([...((await lookAtSheet(workbook(hidden, part)))?.hiddenRows ?? [])], [1], part);
  });
  it('says nothing of a sheet that is not where the file says', async () =>
    assert.equal(await lookAtSheet(zip(partsOf(hidden).slice(0, -1))), undefined));
});

describe('writeSheet', () => {
  it('headers, text, numbers, nothing', async () =>
    assert.deepEqual(await cellsOf(await written([['é <&> "', 12.5, null]])), [
      ['a', 'b', 'c'],
      ['é <&> "', 12.5, null],
    ]));
  it('text that a spreadsheet program would run is kept from it', async () => {
    const texts = ['=1+1', '+1', '-1', '@A', '\t=1', "'=1", 'a=1'];
    const rows = (await cellsOf(await written(texts.map((text) => [text]))))?.slice(1).map(([first]) => first);
    assert.deepEqual(rows, ["'=1+1", "'+1", "'-1", "'@A", "'\t=1", "'=1", 'a=1']);
  });
  it('negative numbers stay numbers', async () =>
    assert.deepEqual((await cellsOf(await written([[-5]])))?.[1], [-5, null, null]));
  it('an error of the rows comes through', async () =>
    assert.rejects(
      writeSheet(
        { name: 'Sheet', columns },
        {
          [Symbol.iterator]: () => {
            throw new RangeError('the third price');
          },
        },
      ),
      RangeError,
    ));
});

describe('readSheet', () => {
  it('reads a workbook made by hand', async () =>
    assert.deepEqual(await cellsOf(workbook(sheetOf('<row r="1"><c r="A1"><v>7</v></c></row>'))), [[7, null, null]]));
  it('refuses two sheets under one name, of which readers take different ones', async () => {
    const parts = partsOf(sheetOf('<row r="1"><c r="A1"><v>7</v></c></row>'));
    const [other] = partsOf(sheetOf('<row r="1"><c r="A1"><v>8</v></c></row>')).slice(-1);
    assert.equal(await readSheet(zip(other ? [...parts, other] : parts), LIMITS), undefined);
  });
  it('refuses megabytes without the end of a tag, which take minutes to read', async () => {
    for (const endless of ['<a b="', '<a '])
      assert.equal(await readSheet(workbook(sheetOf(endless.repeat(500_000))), LIMITS), undefined);
  });
  it('numbers rows as the spreadsheet shows them, and leaves empty ones out', async () => {
    const file = await writeXlsx({ sheets: [{ name: 'A', rows: [['a'], [], [null, ''], ['b']] }] });
    assert.deepEqual(
      (await readSheet(file, LIMITS))?.map(({ number }) => number),
      [1, 4],
    );
  });
  it('takes the first sheet only', async () => {
    const sheets = ['first', 'second'].map((name) => ({ name, rows: [[name]] }));
    assert.deepEqual(await cellsOf(await writeXlsx({ sheets })), [['first', null, null]]);
  });
  it('as many rows as allowed; one more is refused, also far below', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => [index]);
    assert.equal((await readSheet(await writeXlsx({ sheets: [{ name: 'A', rows: rows(100) }] }), LIMITS))?.length, 100);
    assert.equal(await readSheet(await writeXlsx({ sheets: [{ name: 'A', rows: rows(101) }] }), LIMITS), undefined);
    const far = workbook(sheetOf('<row r="1"><c r="A1"><v>7</v></c></row><row r="1048576"><c r="A1048576"><v>8</v></c></row>'));
    assert.equal(await readSheet(far, LIMITS), undefined);
  });
  it('cells in the last possible column cost nothing', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => `<row r="${index + 1}"><c r="XFD${index + 1}"><v>1</v></c></row>`);
    assert.deepEqual(await readSheet(workbook(sheetOf(rows.join(''))), LIMITS), []);
  });
  it('entities that multiply are not followed', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}]>`;
    const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>&e12;</t></is></c></row>';
    const cells = await cellsOf(workbook(bomb + sheetOf(cell)));
    assert.ok(String(cells?.[0]?.[0] ?? '').length < 100);
  });
  it('a sheet that unpacks to 33 MB is refused', async () => {
    const bomb = workbook(sheetOf(' '.repeat(33 * 1_048_576)));
    assert.ok(bomb.length < 100_000);
    assert.equal(await readSheet(bomb, LIMITS), undefined);
  });
});

describe('isWithinZipLimits', () => {
  const limits = { entries: 3, bytes: 1_000 };
  let files = 0;
  const file = (bytes: number): Part => {
    files += 1;
    return { name: `${files}.xml`, content: Buffer.alloc(bytes, 'x') };
  };
  it('counts what comes out, all files together', async () => {
    assert.equal(await isWithinZipLimits(zip([file(400), file(600)]), limits), true);
    assert.equal(await isWithinZipLimits(zip([file(401), file(600)]), limits), false);
    assert.equal(await isWithinZipLimits(zip([file(1), file(1), file(1), file(1)]), limits), false);
  });
  it('does not rely on what the archive declares', async () =>
    assert.equal(await isWithinZipLimits(zip([{ ...file(100_000), declaredBytes: 10 }]), limits), false));
  it('unpacks nothing of what declares too much', async (t) => {
    const unpacking = t.mock.method(zlib, 'createInflateRaw');
    assert.equal(await isWithinZipLimits(zip([file(400), file(601)]), limits), false);
    assert.equal(unpacking.mock.callCount(), 0);
    assert.equal(await isWithinZipLimits(zip([file(400), file(600)]), limits), true);
    assert.equal(unpacking.mock.callCount(), 2);
  });
  it('refuses what readers would not all understand alike', async () => {
    const empty = { name: 'a', content: Buffer.alloc(0), packed: Buffer.alloc(0), method: 0 };
    assert.equal(await isWithinZipLimits(zip([empty]), limits), true);
    assert.equal(await isWithinZipLimits(zip([{ ...empty, flags: 8 }]), limits), false);
    const bomb = twoDirectories([file(10)], [file(100_000)]);
    assert.equal(await isWithinZipLimits(bomb, limits), false);
    assert.equal(
      await isWithinZipLimits(zip([{ ...file(10), extra: Buffer.from('010008000000000000000000', 'hex') }]), limits),
      false,
    );
  });
  it('refuses what is damaged, encrypted or no zip', async () => {
    const whole = zip([file(10)]);
    const broken: Uint8Array[] = [
      zip([{ ...file(10), packed: Buffer.from('nonsense') }]),
      zip([{ ...file(10), flags: 1 }]),
      whole.subarray(0, whole.length - 10),
      whole.subarray(1),
      Buffer.alloc(0),
      zip([]),
    ];
    for (const archive of broken) assert.equal(await isWithinZipLimits(archive, limits), false);
  });
  it('reads an archive that lies within a larger buffer', async () => {
    const inside = Buffer.concat([Buffer.alloc(7), zip([file(10)]), Buffer.alloc(3)]);
    assert.equal(await isWithinZipLimits(inside.subarray(7, inside.length - 3), limits), true);
  });
});
