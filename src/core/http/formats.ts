// The formats `date-time` and `email` of all our schemas.

import Format from 'typebox/format';

const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i');

/** Registers both with TypeBox. Its defaults differ: they refuse an offset without a colon and accept an address on a bare host name. */
export function setFormats(): void {
  Format.Set('date-time', isDateTime);
  Format.Set('email', (text) => EMAIL.test(text));
}

/** RFC 3339 with an offset of hours and optional minutes, with or without a colon; a leap second only at the end of a UTC day. */
function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/t|\s/i);
  const parts = TIME.exec(time);
  if (more.length > 0 || !parts || !Format.IsDate(date)) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = parts[4] === '-' ? -1 : 1;
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}
