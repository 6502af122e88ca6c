// Pictures of the demo's properties: a facade with a door and rows of windows, in the colours of the platform; and a plan as a PDF.

import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { drawPdf } from '../../src/core/documents/pdf.ts';

type Facade = { wall: string; storeys: number; windows: number };

const WIDTH = 960;
const HEIGHT = 640;
const GROUND = 590;
const WALLS = ['#b4492b', '#c98b5e', '#8f6f5a', '#a65d57', '#d0a679', '#7d8471'] as const;

/** Two pictures of a property as files of a form: the front and the street. Its name decides how it looks, so that no two are alike. */
export async function drawPictures(name: string): Promise<FormData> {
  const form = new FormData();
  for (const file of ['front.png', 'street.png']) {
    const png = await sharp(Buffer.from(drawn(facadeOf(`${name} ${file}`))))
      .png({ palette: true })
      .toBuffer();
    form.append('files', new Blob([new Uint8Array(png)], { type: 'image/png' }), file);
  }
  return form;
}

function facadeOf(name: string): Facade {
  const [wall = 0, storeys = 0, windows = 0] = createHash('sha256').update(name).digest();
  return { wall: WALLS[wall % WALLS.length] ?? WALLS[0], storeys: 2 + (storeys % 4), windows: 4 + (windows % 6) };
}

/** The floor of a workshop on one page, as a file of a form: six rooms on both sides of a corridor. */
export async function drawPlans(): Promise<FormData> {
  const about = { title: 'Plans des ateliers', author: 'Vauban SAS', writtenAt: Temporal.Now.instant() };
  const pdf = await drawPdf(about, (sheet) => {
    sheet.fontSize(18).text('Plans des ateliers, rez-de-chaussée', 56, 60);
    for (let room = 0; room < 6; room += 1) {
      const [x, y] = [56 + (room % 3) * 160, 120 + Math.floor(room / 3) * 240];
      sheet.rect(x, y, 160, 180).stroke();
      sheet.fontSize(11).text(`Atelier ${room + 1}, ${38 + room * 4} m²`, x + 12, y + 12);
    }
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'plans.pdf');
  return form;
}

function drawn({ wall, storeys, windows }: Facade): string {
  const [left, right, top] = [120, WIDTH - 120, 110];
  const room = { x: (right - left) / windows, y: (GROUND - top) / storeys };
  const panes = Array.from({ length: storeys * windows }, (_, at) => {
    const [column, storey] = [at % windows, Math.floor(at / windows)];
    const isDoor = storey === storeys - 1 && column === Math.floor(windows / 2);
    const x = left + column * room.x + room.x * 0.28;
    const y = top + storey * room.y + room.y * 0.24;
    const height = isDoor ? GROUND - y : room.y * 0.56;
    return `<rect x="${x}" y="${y}" width="${room.x * 0.44}" height="${height}" fill="${isDoor ? '#1f2733' : '#f4ead9'}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#dfe7ee"/>
    <rect y="${GROUND}" width="${WIDTH}" height="${HEIGHT - GROUND}" fill="#8c8478"/>
    <path d="M${left - 24} ${top}L${left + 40} ${top - 56}H${right - 40}L${right + 24} ${top}Z" fill="#3b4250"/>
    <rect x="${left}" y="${top}" width="${right - left}" height="${GROUND - top}" fill="${wall}"/>
    ${panes.join('')}
  </svg>`;
}
