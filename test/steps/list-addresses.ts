/** Addresses of lists as links, bookmarks and hands write them. */
const texts = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1,2',
  '2,1,2',
  ',,',
  '1e3',
  '1.5',
  '0x10',
  'Infinity',
  'NaN',
  '9'.repeat(30),
  '2026-11-30',
  '2026-02-29',
  '2028-02-29',
  '2026-02-31',
  '2026-13-01',
  '2026-00-10',
  '2026-99-99',
  '0000-00-00',
  '9999-12-31',
  '20/11/2026',
  'today',
  'last_7_days',
  'someday',
  'sold',
  'refunded',
  'queue',
  'hour',
  'month',
  'pending',
  'constructor',
  '__proto__',
  'name',
  '-total_price',
  "'; drop table",
  '<b>',
  '%',
  'A12\tB34',
  '0002-11-25',
  '1900-01-01',
  '2999-12-31',
  '3000-01-01',
  '24',
  '99999',
  '99999999',
  '\u0000',
  '\ud83d',
  '佐藤',
  'x'.repeat(3000),
]
const values: unknown[] = [
  ...texts,
  ...texts.map((text) => [text, '3']),
  7,
  -7,
  1.5,
  NaN,
  null,
  undefined,
  {},
  true,
]

/** The same numbers each time. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

const keysOf = (list: object) =>
  'none' in list
    ? Object.keys(list.none as object)
    : Object.keys({ user: 0, action: 0, target: 0, keyword: 0, from: 0, to: 0 })

/** Addresses of a list, right and wrong. */
export function* addressesOf(list: object): Generator<Record<string, unknown>> {
  const dice = createDice(17)
  const keys = [...keysOf(list), 'page', 'limit', 'toString', 'other']
  for (const key of keys) for (const value of values) yield { [key]: value }
  for (let round = 0; round < 500; round++) {
    const chosen = keys.filter(() => dice(3) === 0)
    yield Object.fromEntries(chosen.map((key) => [key, values[dice(values.length)]]))
  }
}
