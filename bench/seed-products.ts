/**
 * Fills a database with one owner's SKUs, each listed in five shops, beside the listings, stock, movements and pushes of them. Names and
 * search terms are made by the product's own rules, and the rows in the database from these.
 */
import type { Client } from 'pg'
import { openDatabase } from '../server/db/database.ts'
import { searchTerms } from '../server/db/search-terms.ts'
import { createOwner, findOwner } from '../server/settings/owners-store.ts'
import { skuTerms } from '../server/skus/skus-store.ts'
import { getDefaultWarehouse } from '../server/warehouses/warehouses-store.ts'
import { termsOfCode, termsOfName, termsOfSku } from '../model/keyword.ts'
import { withClient, type BenchServer } from './bench-database.ts'
import { madeShops } from './made-orders.ts'
import { accountOf, bigOwnerEmail, dropIndexes, saveShop, schemaMark } from './seed-orders.ts'

export type SeededProducts = { database: string; ownerId: string; shopIds: number[]; warehouseId: number }

const rowsPerInsert = 5000
const filled = [
  'product_search',
  'sku_search',
  'products',
  'product_skus',
  'skus',
  'stock',
  'stock_movements',
  'stock_pushes',
]

const things = [
  'Paper lantern|紙ちょうちん|Đèn lồng giấy|Tanglung kertas',
  'Tea cup|湯のみ茶碗|Chén trà sứ|Cawan teh',
  'Bamboo steamer|竹せいろ|Xửng hấp tre|Pengukus buluh',
  'Silk scarf|シルクスカーフ|Khăn lụa tơ tằm|Selendang sutera',
  'Desk lamp|デスクランプ|Đèn bàn học|Lampu meja',
  'Storage box|収納ボックス|Hộp đựng đồ|Kotak simpanan',
  'Phone case|スマホケース|Ốp điện thoại|Sarung telefon',
  'Garden hose|庭用ホース|Ống tưới vườn|Hos taman',
].map((names) => names.split('|'))
const kinds = ['Aoi', 'Hana', 'Mizu', 'Kaze', 'Sora', 'Yuki', 'Tsuki', 'Hoshi', 'Nami', 'Mori'] as const

/** The name of a SKU, in one of four languages, with a word of its own in about a hundred. */
export function madeName(at: number): string {
  const names = things[at % things.length] ?? []
  const language = Math.floor(at / things.length) % 4
  return `${names[language]} ${kinds[Math.floor(at / 32) % kinds.length]}${Math.floor(at / 320) % 2000} ${at % 7} cm`
}

export const madeCode = (at: number) => `BEN-${String(at).padStart(7, '0')}`

/** An EAN of 13 digits, the last of which is right. */
export function madeBarcode(at: number): string {
  const digits = `955${String(at).padStart(9, '0')}`
  const sum = digits
    .split('')
    .reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Loads the data once; a later run with the same schema finds it ready. */
export async function seedProducts(
  server: BenchServer,
  skus: number,
  report: (line: string) => void,
): Promise<SeededProducts> {
  const database = `products_${skus}_${schemaMark()}`
  if (!(await server.exists(database))) {
    const draft = `${database}_draft`
    const started = performance.now()
    await server.drop(draft)
    await server.create(draft)
    await fill(server, draft, skus, report)
    await server.rename(draft, database)
    report(`${skus * madeShops.length} listings in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  return withClient(server.adminUrl(database), async (client) => {
    const { rows } = await client.query<Omit<SeededProducts, 'database'>>(
      `select i.owner_id as "ownerId", (
        select json_agg(s.id order by s.id) from shops s where s.owner_id = i.owner_id) as "shopIds", (
        select w.id::int from warehouses w where w.owner_id = i.owner_id and w.is_default) as "warehouseId"
      from sign_ins i where i.email = $1`,
      [bigOwnerEmail],
    )
    const [found] = rows
    if (!found) throw new Error('the owner is missing')
    return { database, ...found }
  })
}

async function fill(
  server: BenchServer,
  database: string,
  skus: number,
  report: (line: string) => void,
): Promise<void> {
  const indexes = await dropIndexes(server.adminUrl(database), filled)
  const db = openDatabase(server.adminUrl(database), { connections: 2, name: 'bench-seed' })
  let made: { ownerId: string; ownerNumber: number; warehouseId: number; shopIds: number[] }
  try {
    const ownerId = await createOwner(db, accountOf(bigOwnerEmail))
    const shopIds: number[] = []
    for (const shop of madeShops) shopIds.push((await saveShop(db, ownerId, shop, 1)).shopId)
    made = await db.asOwner(ownerId, async (tx) => ({
      ownerId,
      ownerNumber: (await findOwner(tx, ownerId))?.number ?? 0,
      warehouseId: await getDefaultWarehouse(tx, ownerId),
      shopIds,
    }))
  } finally {
    await db.close()
  }
  await withClient(server.adminUrl(database), async (client) => {
    // The rows meet every foreign key, so looking each one up is spared here.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    await client.query("set maintenance_work_mem = '1GB'")
    await putMade(client, made.ownerNumber, skus)
    for (const statement of fillings(made, skus)) await client.query(statement)
    report('indexes')
    for (const definition of indexes) await client.query(definition)
    await client.query('drop table bench_made')
    // No channel stands behind these shops, so nobody shall look at them.
    await client.query("update channel_shops set next_poll_at = '2200-01-01'")
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

/** Puts the rows that a SKU and its listings share. */
async function putMade(client: Client, ownerNumber: number, skus: number): Promise<void> {
  await client.query(
    'create unlogged table bench_made (at int, code text, name text, barcode text, sku_terms text[], terms text[])',
  )
  for (let from = 0; from < skus; from += rowsPerInsert) {
    const rows = Array.from({ length: Math.min(rowsPerInsert, skus - from) }, (_, step) => {
      const at = from + step
      const [name, code, barcode] = [madeName(at), madeCode(at), madeBarcode(at)]
      const product = searchTerms(ownerNumber, [
        ...termsOfName(name),
        ...termsOfCode(`P${at}`),
        ...termsOfSku(code),
        ...termsOfSku(`P${at}_1`),
        ...termsOfCode(barcode),
      ])
      const own = skuTerms(ownerNumber, { name, primeSku: code, barcode })
      return { at, code, name, barcode, sku_terms: own, terms: product }
    })
    await client.query(
      `insert into bench_made select r.* from json_to_recordset($1::json)
        as r(at int, code text, name text, barcode text, sku_terms text[], terms text[])`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('analyze bench_made')
}

/** One SKU in fifty is out, one in twenty low, one in two hundred without a listing; of the listings one in a hundred is refused and one not linked. */
function fillings(
  { ownerId, warehouseId, shopIds }: { ownerId: string; warehouseId: number; shopIds: number[] },
  skus: number,
): string[] {
  const owner = `'${ownerId}'::uuid`
  const shops = `unnest(array[${shopIds.join(', ')}]::bigint[]) with ordinality as s(id, place)`
  const level = 'case when m.at % 50 = 0 then 0 when m.at % 20 = 1 then 1 else 2 end::smallint'
  const onHand = 'case when m.at % 50 = 0 then 0 when m.at % 20 = 1 then 1 else 20 + m.at % 80 end'
  const status =
    'case when m.at % 20 = 3 then 0 when m.at % 50 = 4 then 3 when m.at % 100 = 6 then 4 else 1 end'
  const isLinked = 'not (m.at % 50 = 3 and s.place = 5 or m.at % 200 = 9)'
  const isRefused = '(m.at % 20 = 7 and s.place = 2)'
  const skuId = '10000000 + m.at'
  const listingId = '20000000 + m.at * 5 + s.place'
  const changed = `now() - m.at * interval '60 seconds' - s.place * interval '7 seconds'`
  const shown = `array(select s.id from ${shops} where ${isLinked})`
  return [
    `insert into skus (owner_id, id, prime_sku, name, barcode, stock_level, shop_ids, created_at, updated_at)
      select ${owner}, ${skuId}, m.code, m.name, m.barcode, ${level}, ${shown}, now(),
        now() - m.at * interval '60 seconds' from bench_made m`,
    `insert into sku_search (owner_id, sku_id, terms)
      select ${owner}, ${skuId}, array_to_tsvector(m.sku_terms) from bench_made m`,
    `insert into product_search (owner_id, product_id, terms)
      select ${owner}, ${listingId}, array_to_tsvector(m.terms) from bench_made m cross join ${shops}`,
    `insert into stock (owner_id, sku_id, warehouse_id, on_hand, counted_at)
      select ${owner}, ${skuId}, ${warehouseId}, ${onHand}, now() - interval '1 year' from bench_made m`,
    `insert into stock_movements (owner_id, id, sku_id, warehouse_id, kind, on_hand_change, reserved_change, available_after, at)
      select ${owner}, 30000000 + m.at, ${skuId}, ${warehouseId}, 'import', ${onHand}, 0, ${onHand}, now() - interval '1 year'
      from bench_made m`,
    `insert into products (owner_id, id, shop_id, channel_product_id, name, description, status, channel_status, currency,
        channel_category_id, images, attributes, package, changed_at, digest, created_at, updated_at, price_min, price_max,
        stock_level, is_linked, has_refusal, score)
      select ${owner}, ${listingId}, s.id, 'P' || m.at, m.name, repeat(m.name || '. ', 8), ${status}, 'NORMAL', 'MYR',
        (m.at % 300)::text, jsonb_build_array('https://images.bench.test/' || m.at || '.jpg'), '[]',
        '{"weight":500,"length":20,"width":15,"height":10}', ${changed}, md5(m.code), now(), ${changed}, 1000 + m.at % 9000,
        1000 + m.at % 9000, case when ${isLinked} then ${level} end, ${isLinked}, ${isRefused}, 40 + m.at % 60
      from bench_made m cross join ${shops}`,
    `insert into product_skus (owner_id, id, product_id, shop_id, channel_product_id, channel_sku_id, shop_sku, seller_sku,
        barcode, position, options, price, is_active, channel_stock, sku_id, is_unlinked, is_compared)
      select ${owner}, ${listingId}, ${listingId}, s.id, 'P' || m.at, '1', 'P' || m.at || '_1', m.code, m.barcode, 0, '[]',
        1000 + m.at % 9000, ${status} = 1, ${onHand}, case when ${isLinked} then ${skuId} end, not (${isLinked}), true
      from bench_made m cross join ${shops}`,
    `insert into stock_pushes (owner_id, product_sku_id, shop_id, target, observed, state, reason, target_at, check_at)
      select ${owner}, ${listingId}, s.id, ${onHand}, ${onHand}, case when ${isRefused} then 'refused' else 'done' end,
        case when ${isRefused} then 'Item is under review' end, now(), now()
      from bench_made m cross join ${shops} where ${isLinked} and ${status} = 1`,
    `insert into product_counts (owner_id, shop_id, status, stock_level, is_linked, has_refusal, products)
      select owner_id, shop_id, status, coalesce(stock_level, -1), is_linked, has_refusal, count(*) from products group by 1, 2, 3, 4, 5, 6`,
    `insert into sku_counts (owner_id, shop_ids, stock_level, skus)
      select owner_id, shop_ids, coalesce(stock_level, -1), count(*) from skus group by 1, 2, 3`,
    `select setval('ids', ${40_000_000 + skus})`,
  ]
}
