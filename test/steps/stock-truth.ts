/** Compares listings and their stock with what is true at the marketplace, by the marketplace's own figures. */
import pg from 'pg'

/** A variant in a form that both sides can be brought to. Prices in minor units. */
export type PlainListing = {
  id: string
  /** Null on a channel without codes of the seller's. */
  sku: string | null
  price: number
  stock: number
  status: 'listed' | 'unlisted' | 'deleted'
}

type TrueLine = {
  product_id: number | string
  sku_id: number | string
  seller_sku: string
  price: number
  stock: number
  status: PlainListing['status']
}

export async function trueListings(
  sandboxUrl: string,
  code: string,
  shopId: number | string,
): Promise<PlainListing[]> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/oracle/${code}/products?shop_id=${shopId}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as TrueLine)
    .map(({ product_id: product, sku_id: sku, seller_sku, price, stock, status }) => ({
      // A store's product without variations is its own only SKU.
      id: `${product}/${['website', 'pos'].includes(code) && sku === 0 ? product : sku}`,
      sku: code === 'pos' ? null : seller_sku,
      price,
      stock,
      status,
    }))
    .toSorted(byId)
}

export async function storedListings(adminUrl: string, shopId: number): Promise<PlainListing[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<PlainListing & { price: string }>(
      `select k.channel_product_id || '/' || k.channel_sku_id as id, k.seller_sku as sku, k.price, k.channel_stock as stock,
         case p.status when 1 then 'listed' when 5 then 'deleted' else 'unlisted' end as status
       from product_skus k join products p on p.owner_id = k.owner_id and p.id = k.product_id where k.shop_id = $1`,
      [shopId],
    )
    return rows.map((row) => ({ ...row, price: Number(row.price) })).toSorted(byId)
  } finally {
    await client.end()
  }
}

const byId = (a: PlainListing, b: PlainListing) => (a.id < b.id ? -1 : 1)
