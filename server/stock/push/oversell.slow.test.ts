/**
 * Three marketplaces sell the last pieces at once, while their pushes are lost or late and calls to them fail. What they accept,
 * and every piece that was sold once too often, is explained by the ledger, order by order.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelsUnderTest, type ChannelUnderTest } from '../../../test/steps/channel-truths.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { seeded } from '../../../test/steps/stored-orders.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'

const pieces = 12
const sku = 'LAST-PIECES'
const channels = channelsUnderTest.filter(({ code }) => ['shopee', 'lazada', 'tiktok'].includes(code))

let running: TestConsole
let admin: pg.Client
let seller: Account
const shopIds = new Map<string, number>()

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  for (const channel of channels) {
    await running.control('products', { ...listingOf(channel), stock: pieces }, channel.code)
    shopIds.set(channel.code, await channel.link(running.sandbox.url, seller))
  }
  const [first, ...others] = shopIds.values()
  await keepInStep(first)
  await until('the first figure', async () => (await stock()) !== undefined)
  for (const shop of others) await keepInStep(shop)
  await offering(pieces)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const shopOf = ({ shopId }: ChannelUnderTest) => (/^\d{1,12}$/.test(shopId) ? Number(shopId) : shopId)
const listingOf = (channel: ChannelUnderTest) => ({
  shop_id: shopOf(channel),
  sku,
  name: 'The last pieces',
  price: 1000,
})

async function keepInStep(shop: number | undefined): Promise<void> {
  expect((await seller.call(`PUT /shops/${shop}`, { is_stock_sync: true })).status).toBe(200)
}

/** Reads the stock that each marketplace would sell now. */
async function offers(): Promise<(number | undefined)[]> {
  const listings = channels.map((channel) => trueListings(running.sandbox.url, channel.code, shopOf(channel)))
  return (await Promise.all(listings)).map((all) => all.find((listing) => listing.sku === sku)?.stock)
}

async function offering(quantity: number): Promise<void> {
  const everywhere = channels.map(() => quantity)
  await until(
    'every marketplace to offer what is left',
    async () => JSON.stringify(await offers()) === JSON.stringify(everywhere),
  ).catch(() => undefined)
  expect(await offers()).toEqual(everywhere)
}

type Movement = { shop: number; code: string; available: number; reserved: number }

async function movements(): Promise<Movement[]> {
  const { rows } = await admin.query<Movement>(
    `select m.shop_id::int as shop, o.channel_order_id as code, m.available_after as available,
       m.reserved_change as reserved
     from stock_movements m join orders o on o.owner_id = m.owner_id and o.id = m.order_id
     where m.kind = 'order' order by m.id`,
  )
  return rows
}

async function stock(): Promise<{ on_hand: number; reserved: number } | undefined> {
  return (await admin.query<{ on_hand: number; reserved: number }>('select on_hand, reserved from stock'))
    .rows[0]
}

/** Counts the pieces of each order, by the marketplaces' own books. */
async function soldPieces(): Promise<Map<string, number>> {
  const orders = await Promise.all(channels.map((channel) => channel.truth(running.sandbox.url)))
  return new Map(
    orders
      .flat()
      .map(({ sn, lines }) => [sn, lines.reduce((sum, line) => sum + Number(/\d+$/.exec(line)), 0)]),
  )
}

let sales = 0

/** One piece to one buyer; the order, or undefined when the marketplace has nothing left. */
async function sell(channel: ChannelUnderTest): Promise<string | undefined> {
  const order = { ref: `last ${sales++}`, lines: [[sku, 'The last pieces', 1, 10]] }
  try {
    const made = (await running.control(
      'orders',
      { shop_id: shopOf(channel), order },
      channel.code,
    )) as Record<string, string | number>
    return String(made.order_sn ?? made.order_id ?? made.id)
  } catch (error) {
    expect(String(error)).toContain('409')
    return undefined
  }
}

it('explains every piece, also those that were sold too often', async () => {
  const random = seeded(11)
  const astray = { drop: 0.4, duplicate: 0.2, reorder: 0.4, seed: 7 }
  for (const { code } of channels) await running.control('push', { faults: astray }, code)
  const faults = { rate_limit: 0.05, server_error: 0.05, timeout: 0.03, timeout_ms: 300, seed: 5 }
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })

  // Buyers everywhere at once, until no marketplace has anything left to sell.
  const accepted: { shop: number | undefined; code: string }[] = []
  const refused = new Map(channels.map(({ code }) => [code, 0]))
  await Promise.all(
    channels.map(async (channel) => {
      while ((refused.get(channel.code) ?? 0) < 5) {
        const code = await sell(channel)
        if (code === undefined) refused.set(channel.code, (refused.get(channel.code) ?? 0) + 1)
        else accepted.push({ shop: shopIds.get(channel.code), code })
        await new Promise((resolve) => setTimeout(resolve, 50 + random() * 400))
      }
    }),
  )
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })

  await until('every sale to be heard of', async () => (await movements()).length >= accepted.length)
  const heard = await movements()
  // Each accepted order moved the ledger once, under its own name and shop; a refused buyer never did.
  const named = ({ shop, code }: { shop: number | undefined; code: string }) => `${shop}/${code}`
  expect(heard.map(named).toSorted()).toEqual(accepted.map(named).toSorted())
  // By as many pieces as the marketplace sold with it: some come with a second one for free.
  const sold = await soldPieces()
  expect(heard.map(({ code, reserved }) => [code, reserved])).toEqual(
    heard.map(({ code }) => [code, sold.get(code)]),
  )
  // The balance after each of them leaves no gap: whatever was sold too often stands below zero, with the order that did it.
  let left = pieces
  expect(heard.map(({ available }) => available)).toEqual(heard.map(({ reserved }) => (left -= reserved)))
  expect(await stock()).toEqual({ on_hand: pieces, reserved: pieces - left })

  await offering(0)
  for (const channel of channels) expect(await sell(channel)).toBeUndefined()
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
