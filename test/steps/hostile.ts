/** Values that a client may send by mistake or on purpose. */

export const hostileTexts = [
  '',
  ' ',
  'x',
  'x'.repeat(300),
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202eabc',
  '🏮',
  '㌀'.repeat(255),
  "'; drop table orders; --",
  '\\',
  "\\'",
  '&|!:*()<->',
  "'a' & !b:* | (c",
  '%',
  '_',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '${1+1}',
  '<script>',
  '0001-01-01',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
]

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  [[]],
  {},
  { a: 1 },
]

/** Writes a query as the console's own pages do: a space is %20, a plus is a plus. */
export function search(query: Record<string, string> = {}): string {
  return Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')
}
