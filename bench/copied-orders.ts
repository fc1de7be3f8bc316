/**
 * Ten times the orders of a database without the hours that the intake would take: the rows of its large owner are copied within
 * PostgreSQL. Copies have buyers, codes, tracking numbers and phones of their own; days, shops and goods are the same, so each day has ten
 * times the orders.
 */
import type { Client } from 'pg'

const times = 10

/** The copy's number is a digit at the end of what has to differ. */
const ending = (column: string) => `${column} || k`

/** Tables by what differs in a copy, the id first; other columns are the same. `shift` keeps the ids of copies apart. */
const copied: Record<string, Record<string, string>> = {
  customers: {
    id: 'id + shift',
    channel_buyer_id: ending('channel_buyer_id'),
    phone: ending('phone'),
    person_id: 'null',
    joined_how: 'null',
    joined_by: 'null',
    joined_at: 'null',
  },
  customer_keys: { customer_id: 'customer_id + shift' },
  customer_search: { customer_id: 'customer_id + shift', terms: termsOfCopiedCustomer() },
  orders: {
    id: 'id + shift',
    customer_id: 'customer_id + shift',
    channel_order_id: ending('channel_order_id'),
    tracking_number: ending('tracking_number'),
    buyer_phone: ending('buyer_phone'),
  },
  order_items: { order_id: 'order_id + shift' },
  order_history: { order_id: 'order_id + shift' },
  order_packages: {
    order_id: 'order_id + shift',
    channel_package_id: ending('channel_package_id'),
    tracking_number: ending('tracking_number'),
  },
  order_search: { order_id: 'order_id + shift', terms: termsOfCopy() },
}

/** Sums and counts of orders, whose columns outside the key are multiplied. */
const summed = [
  'order_counts',
  'sold_products',
  'sold_product_sums',
  'sales_parts',
  'sales_days',
  'cancel_days',
  'courier_days',
  'courier_hours',
  'customer_counts',
]

export const copiedTables = Object.keys(copied)

export async function copyOrders(
  client: Client,
  ownerId: string,
  report: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ shift: string }>('select last_value + 1 as shift from ids')
  const shift = Number(rows[0]?.shift)
  for (const [table, changed] of Object.entries(copied)) {
    const columns = await columnsOf(client, table)
    const values = columns.map(({ name }) => changed[name] ?? name)
    for (let copy = 1; copy < times; copy++)
      await client.query(
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
        select ${values.join(', ')} from ${table}, (values ('${copy}', ${copy * shift})) c (k, shift)
        where owner_id = $1 and ${Object.keys(changed)[0]} < ${shift}`,
        [ownerId],
      )
    report(`copied ${table}`)
  }
  for (const table of summed) {
    const sums = (await columnsOf(client, table)).filter(({ isSum }) => isSum)
    await client.query(
      `update ${table} set ${sums.map(({ name }) => `${name} = ${name} * ${times}`).join(', ')} where owner_id = $1`,
      [ownerId],
    )
  }
  await client.query(`select setval('ids', ${times * shift})`)
}

async function columnsOf(client: Client, table: string): Promise<{ name: string; isSum: boolean }[]> {
  const { rows } = await client.query<{ name: string; isSum: boolean }>(
    `select a.attname as name, a.atttypid in ('int4'::regtype, 'int8'::regtype) and a.attname !~ '_id$' and not exists (
        select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "isSum"
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`,
    [table],
  )
  return rows
}

/** Codes and the digits of phones are terms, and so is each of them backwards. */
function termsOfCopy(): string {
  const codes = ['lower(o.channel_order_id)', "coalesce(lower(o.tracking_number), '-')"]
  const terms = withEnding([...codes, digitsOf('o.buyer_phone')])
  return `(select (${terms})::tsvector from orders o where o.owner_id = order_search.owner_id and o.id = order_search.order_id)`
}

function termsOfCopiedCustomer(): string {
  const terms = withEnding([digitsOf('c.phone')])
  return `(select (${terms})::tsvector from customers c where c.owner_id = customer_search.owner_id and c.id = customer_search.customer_id)`
}

function digitsOf(phone: string): string {
  return `coalesce(right(regexp_replace(${phone}, '\\D', '', 'g'), 7), '-')`
}

function withEnding(words: string[]): string {
  return words.reduce(
    (text, word) =>
      `replace(replace(${text}, ${word}, ${word} || k), '<' || reverse(${word}), '<' || k || reverse(${word}))`,
    'terms::text',
  )
}
