// Pieces of the pages: how they are sent, escaping, tables, words for status codes, and the look.
import type { FastifyReply } from 'fastify';

/** Content policy of our pages: no scripts, no external resources, no framing. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sends a page with this content policy, uncached. */
export function sendPage(reply: FastifyReply, html: string, policy = PAGE_POLICY): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A cell: plain text, which is escaped here, or ready HTML. */
type Cell = string | { html: string; className?: string };

export function table(heads: string[], rows: Cell[][], whenEmpty: string): string {
  if (rows.length === 0) return `<p class="empty">${whenEmpty}</p>`;
  const head = heads.map((name) => `<th>${name}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(rowHtml).join('')}</tbody></table></div>`;
}

function rowHtml(cells: Cell[]): string {
  const inner = cells.map((cell) => {
    if (typeof cell === 'string') return `<td>${escapeHtml(cell)}</td>`;
    return `<td${cell.className === undefined ? '' : ` class="${cell.className}"`}>${cell.html}</td>`;
  });
  return `<tr>${inner.join('')}</tr>`;
}

/** Account statuses in words (provider.md#code-lists). */
export const STATUS_WORDS: Record<number, string> = {
  [-1]: 'platform',
  2: 'document missing',
  3: 'document refused',
  5: 'registered',
  6: 'verified',
  7: 'verified, KYC3',
  8: 'document expired',
  10: 'blocked',
  12: 'closed',
  13: 'moving to KYC3',
  14: 'one-time',
  15: 'crowdlending',
  16: 'technical',
};

export const PAGE_CSS = `
:root{color-scheme:light dark;--ink:#23201c;--soft:#756d63;--line:#e6dfd4;--paper:#fbf8f3;--card:#fff;--brick:#b4532a;--good:#1f7a4d;--wait:#9a6a00;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#ece6dc;--soft:#a69d91;--line:#3a352f;--paper:#1b1917;--card:#24211e;--brick:#e58a5f;--good:#6cc79a;--wait:#e0b456;--bad:#f2897f}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:1200px;margin:0 auto;padding:0 20px}header{padding-top:28px}
h1{margin:0;font-size:26px}h1::before{content:"";display:inline-block;width:22px;height:14px;margin-right:10px;background:var(--brick);border-radius:2px}
header p{margin:4px 0 8px;color:var(--soft)}nav a{margin-right:16px}a{color:var(--brick);text-decoration:none}a:hover{text-decoration:underline}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 18px;margin:18px 0}
h2{margin:0 0 8px;font-size:17px}h2 small{color:var(--soft);font-weight:normal}
.scroll{overflow-x:auto;max-height:420px;overflow-y:auto}table{border-collapse:collapse;width:100%}
th{position:sticky;top:0;background:var(--card);text-align:left;font-size:12px;letter-spacing:.04em;text-transform:uppercase;color:var(--soft)}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}td.quiet,.empty{color:var(--soft)}td.quiet{max-width:460px;overflow-wrap:anywhere}
code{font-size:13px}.badge{white-space:nowrap;font-size:13px}.good{color:var(--good)}.wait{color:var(--wait)}.bad{color:var(--bad)}`;

/** Look of the page of one mail. */
export const MAIL_CSS = `
.mail{display:grid;grid-template-columns:3fr 2fr;gap:18px}.mail iframe{width:100%;height:76vh;border:1px solid var(--line);border-radius:8px;background:#fff}
.mail pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}@media(max-width:800px){.mail{grid-template-columns:1fr}}`;
