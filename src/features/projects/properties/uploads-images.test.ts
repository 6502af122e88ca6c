// Uploading the images of a property, through HTTP with real pictures.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';

const UPLOAD = '/administration/property/upload-image';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const picture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } });
const PNG = await picture().png().toBuffer();
const JPEG = await picture().jpeg().toBuffer();
const WEBP = await picture().webp().toBuffer();
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(64)]);

function form(files: readonly Buffer[], field = 'files', type = 'image/png'): FormData {
  const body = new FormData();
  files.forEach((bytes, index) => {
    body.append(field, new Blob([new Uint8Array(bytes)], { type }), `image-${index}.png`);
  });
  return body;
}
const upload = (body: FormData, by = admin) => by.client.post<string[]>(UPLOAD, body);
const audits = async () =>
  (await readAudits<{ payload: { urls: string[] } }>(world, { kind: 'PROPERTY_IMAGE_UPLOAD' }, ['payload'])).toReversed();
const folder = () => join(world.deps.config.DATA_DIR, 'files', 'public', 'images');

/** The file behind an address that was answered, or behind one of its copies. */
async function fetched(url: string, width?: number) {
  const { pathname } = new URL(width === undefined ? url : url.replace(/\.\w+$/, `-${width}.webp`));
  const response = await fetch(new URL(pathname, world.url));
  assert.equal(response.status, 200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const only = async (file: Buffer) => expectStatus(await upload(form([file])), 201).body[0] ?? '';
/** Refused with the positions of what is no image, and nothing stored. */
const isRefused = async (files: readonly Buffer[], positions: readonly number[] = [0]) => {
  const known = await stored();
  const answer = await upload(form(files));
  expectCode(answer, 400, 'validation-failed');
  const reason = 'is no readable JPEG, PNG or WebP image';
  assert.deepEqual(
    faultsIn(answer),
    positions.map((position) => ({ path: `body/files/${position}`, reason })),
  );
  assert.deepEqual(await stored(), known);
};
/** Everything that an upload leaves behind. */
const stored = async () => ({ files: (await readdir(folder()).catch(() => [])).sort(), audits: (await audits()).length });
const failsToStore = async (files: readonly Buffer[]) => {
  const answer = await upload(form(files));
  expectCode(answer, 500, 'internal-error');
  assert.equal((answer.body as unknown as { detail: string }).detail, 'Failed to upload images');
};

describe('POST /administration/property/upload-image', () => {
  it('stores the images and answers their addresses in input order', async () => {
    const { body } = expectStatus(await upload(form([WEBP, JPEG, PNG])), 201);
    assert.deepEqual(
      body.map((url) => url.replace(/^.*\./, '')),
      ['webp', 'jpg', 'png'],
    );
    const types = ['image/webp', 'image/jpeg', 'image/png'];
    for (const [index, url] of body.entries()) {
      const { headers, bytes } = await fetched(url);
      assert.equal(headers.get('content-type'), types[index]);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      const { format, width, height } = await sharp(bytes).metadata();
      assert.deepEqual([`image/${format}`, width, height], [types[index], 30, 20]);
      const { dominant } = await sharp(bytes).stats();
      assert.ok(Math.abs(dominant.r - 200) < 10 && dominant.b < 40, JSON.stringify(dominant));
    }
    assert.deepEqual((await audits())[0]?.payload, { urls: body });
  });
  it('for a project that is not there -> 404 property.not-found', async () =>
    expectCode(await admin.client.post(`${UPLOAD}?propertyId=${randomUUID()}`, form([PNG])), 404, 'property.not-found'));
  it('the folder in which they lie is no file, nor is anything below one of them -> 404 not-found', async () => {
    const path = new URL(await only(PNG)).pathname;
    const visitor = world.visitor();
    for (const none of [path.replace(/\/[^/]*$/, ''), path.replace(/\/[^/]*$/, '/'), `${path}/more`, '/files/public', '/files/'])
      expectCode(await visitor.get(none), 404, 'not-found');
    expectStatus(await visitor.get(path), 200);
  });
  it('copies of 1600, 800 and 400 pixels lie beside it; none is wider than the picture', async () => {
    const url = await only(await picture(1_000, 500).png().toBuffer());
    for (const [asked, width, height] of [
      [1_600, 1_000, 500],
      [800, 800, 400],
      [400, 400, 200],
    ]) {
      const { headers, bytes } = await fetched(url, asked);
      assert.equal(headers.get('content-type'), 'image/webp');
      const found = await sharp(bytes).metadata();
      assert.deepEqual([found.format, found.width, found.height], ['webp', width, height]);
    }
  });
  it('a picture above 2560 pixels is made smaller', async () => {
    const { width, height } = await sharp(
      (await fetched(await only(await picture(1_000, 5_120).png().toBuffer()))).bytes,
    ).metadata();
    assert.deepEqual([width, height], [500, 2_560]);
  });
  it('where and with what it was taken does not leave the service', async () => {
    const taken = await picture()
      .withExif({ IFD0: { Make: 'Camera of the owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } })
      .jpeg()
      .toBuffer();
    assert.ok(taken.includes('Exif') && taken.includes('Camera of the owner'));
    const asWebp = await sharp(taken).keepExif().webp().toBuffer();
    const asPng = await sharp(taken).keepExif().png().toBuffer();
    for (const file of [taken, asWebp, asPng]) {
      assert.ok((await sharp(file).metadata()).exif);
      const url = await only(file);
      for (const width of [undefined, 1_600, 800, 400]) {
        const { bytes } = await fetched(url, width);
        const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
        assert.deepEqual([exif, icc, xmp, iptc], [undefined, undefined, undefined, undefined]);
        assert.ok(!bytes.includes('Exif') && !bytes.includes('eXIf') && !bytes.includes('Camera of the owner'));
      }
    }
  });
  it('a picture that lies on its side is put upright before its EXIF is gone', async () => {
    const halves = await picture(40, 20)
      .composite([{ input: await picture(20, 20).negate().png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const lying = await sharp(halves).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const { bytes } = await fetched(await only(lying));
    const { width, height, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, orientation], [20, 40, undefined]);
    const top = await sharp(bytes).extract({ left: 0, top: 0, width: 20, height: 18 }).toBuffer();
    // Of the cut: statistics of a picture are those of its file.
    assert.ok((await sharp(top).stats()).dominant.r < 100, 'what was left is above');
  });
  it('looks at the content, not at the declared type', async () =>
    assert.equal(expectStatus(await upload(form([PNG], 'files', 'application/octet-stream')), 201).body.length, 1));
  it('takes 20 images and not 21', async () => {
    assert.equal(expectStatus(await upload(form(Array(20).fill(PNG))), 201).body.length, 20);
    expectCode(await upload(form(Array(21).fill(PNG))), 400, 'validation-failed');
    shows('limit.images-per-upload');
  });
  it('files that are no images are named by their positions -> 400 validation-failed', async () => {
    await isRefused([PNG, PDF, JPEG, Buffer.from('text'), Buffer.alloc(0), WEBP], [1, 3, 4]);
    await isRefused([PDF]);
    await isRefused([PNG, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], [1]);
  });
  it('a picture of which a part is missing -> 400 validation-failed', async () => {
    const large = await picture(600, 600).jpeg().toBuffer();
    const cut = large.subarray(0, large.length - 300);
    await isRefused([cut]);
    await isRefused([Buffer.concat([cut, Buffer.from('ffd9', 'hex')])]);
    await isRefused([Buffer.concat([cut, Buffer.alloc(500, 'x')])]);
    await isRefused([PNG.subarray(0, PNG.length - 20)]);
    await isRefused([Buffer.concat([PNG.subarray(0, 16), Buffer.alloc(64), PNG.subarray(-12)])]);
    await isRefused([JPEG, WEBP.subarray(0, WEBP.length - 4)], [1]);
  });
  it('a JPEG with bytes after its end is read, and they are left behind', async () => {
    const tails = [Buffer.alloc(4_096), Buffer.from('SEFHe SEFT: what a camera adds'), PNG, Buffer.from('PK\x05\x06')];
    const { body } = expectStatus(await upload(form(tails.map((tail) => Buffer.concat([JPEG, tail])))), 201);
    const { bytes: plain } = await fetched(await only(JPEG));
    for (const url of body) assert.ok((await fetched(url)).bytes.equals(plain));
  });
  it('a JPEG whose scan is described as some telephones do is read, unless it is cut', async () => {
    const large = Buffer.from(await picture(600, 600).jpeg().toBuffer());
    const scan = large.indexOf(Buffer.from('ffda', 'hex'));
    // The last coefficient of the scan: 63 in every sequential picture, 0 in theirs.
    large[scan + large.readUInt16BE(scan + 2)] = 0;
    await assert.rejects(sharp(large, { failOn: 'warning' }).raw().toBuffer(), /Invalid SOS parameters/);
    const { width } = await sharp((await fetched(await only(large))).bytes).metadata();
    assert.equal(width, 600);
    await isRefused([large.subarray(0, large.length - 300)]);
  });
  for (const [what, file] of Object.entries({ PNG, WEBP }))
    it(`a ${what} that is an archive or a page as well -> 400 validation-failed`, async () => {
      await isRefused([Buffer.concat([file, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])]);
      await isRefused([Buffer.concat([file, Buffer.from('<script>alert(1)</script>')])]);
    });
  it('a few kilobytes that would be 50 million pixels -> 400 validation-failed', async () => {
    const bomb = await picture(10_001, 5_000).png({ compressionLevel: 9 }).toBuffer();
    assert.ok(bomb.length < 1_048_576);
    await isRefused([PNG, bomb], [1]);
  });
  it('a storage that refuses: Failed to upload images, and no audit row -> 500 internal-error', async () => {
    await only(PNG);
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'a file where the folder should be');
    const known = (await audits()).length;
    await failsToStore([PNG, JPEG]);
    await rm(folder());
    assert.equal((await audits()).length, known);
  });
  it('uploads at once: few wait for their turn, more of them -> 503 temporarily-unavailable', async () => {
    const known = (await stored()).audits;
    const large = await picture(2_000, 1_500).jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: 14 }, () => upload(form([large]))));
    const served = answers.filter(({ status }) => status === 201);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expectCode(answer, 503, 'temporarily-unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.ok(served.length > 0 && served.length < answers.length, `${served.length} were served`);
    assert.equal((await stored()).audits, known + served.length);
  });
  it('21 images -> 400 validation-failed', async () =>
    expectCode(await upload(form(Array(21).fill(PNG))), 400, 'validation-failed'));
  it('no file -> 400 validation-failed', async () => expectCode(await upload(form([])), 400, 'validation-failed'));
  it('a file of another field -> 400 validation-failed', async () =>
    expectCode(await upload(form([PNG], 'image')), 400, 'validation-failed'));
  it('a body that breaks off -> 400 validation-failed', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nhalf';
    const answer = await admin.client.post(UPLOAD, body, { 'content-type': 'multipart/form-data; boundary=x' });
    expectCode(answer, 400, 'validation-failed');
  });
  it('more than 5 MB -> 413 payload-too-large', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1_048_576)]);
    expectCode(await upload(form([PNG, large, PNG])), 413, 'payload-too-large');
  });
  it('JSON -> 415 unsupported-media-type', async () =>
    expectCode(await admin.client.post(UPLOAD, {}), 415, 'unsupported-media-type'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(UPLOAD, form([PNG])), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await upload(form([PNG]), await signUp(world)), 403, 'forbidden'));
});
