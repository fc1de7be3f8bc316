/** One order of each marketplace, from its arrival to the buyer's door, with the couriers of the marketplace. */
import type { DemoConsole } from './start-demo-console.ts'
import { expect, test } from './page-steps.ts'
import { confirm, expectHistory, expectStatus, linkByConsent, openDrawer, type Sandbox } from './doorstep.ts'

const cup = { lines: [['CUP', 'Tea Cup', 1, 19.9]], cod: false }

type Case = {
  name: string
  channel: { code: string; id: number }
  /** One that no other spec links. */
  shop: (sandbox: Sandbox) => Promise<number | string>
  status: string
  before?: (product: DemoConsole, code: string) => void
  /** Control actions of the channel that ship and deliver the parcel. */
  ship: string
  deliver: string
  /** Its number of the parcel. */
  number: (truth: Truth) => string | undefined
}

/** Each channel's name of an order. */
type Made = { order_sn?: string; order_id?: string }

type Truth = {
  tracking_number?: string
  order: { shipping_type?: string; line_items?: { tracking_number?: string }[] }
  order_items?: { tracking_code: string }[]
}

const cases: Case[] = [
  {
    name: 'Shopee',
    channel: { code: 'shopee', id: 2 },
    async shop(sandbox) {
      // Its numbers of parcels come at once.
      await sandbox('POST', '/_sandbox/shopee/delays', { tracking_seconds: 0, document_seconds: 0 })
      const { opened } = (await sandbox('POST', '/_sandbox/shopee/shops', { count: 1 })) as {
        opened: number[]
      }
      return opened[0] ?? 0
    },
    status: 'READY_TO_SHIP',
    before({ sandbox: { shopee } }, code) {
      const found = shopee.book.find(code)
      // Shopee assigns the courier at random; this test needs one that fetches parcels.
      if (found)
        found.parcel.carrier = { id: 28_055, name: 'SPX Express', cod: true, modes: ['pickup', 'dropoff'] }
    },
    ship: 'pickup',
    deliver: 'deliver',
    number: ({ tracking_number: number }) => number,
  },
  {
    name: 'Lazada',
    channel: { code: 'lazada', id: 1 },
    shop: async () => 100190015,
    status: 'pending',
    ship: 'ship',
    deliver: 'deliver',
    number: ({ order_items: items }) => items?.[0]?.tracking_code,
  },
  {
    name: 'TikTok Shop',
    channel: { code: 'tiktok', id: 5 },
    shop: async () => '7494726673780148744',
    status: 'AWAITING_SHIPMENT',
    ship: 'collect',
    deliver: 'deliver',
    number: ({ order }) => order.line_items?.[0]?.tracking_number,
  },
]

for (const { name, channel, ...one } of cases)
  test(`an order of ${name} goes with its courier, from the click to the door`, async ({
    page,
    signInAs,
    sandbox,
    product,
  }) => {
    await signInAs('owner@demo.test')
    const shop = await one.shop(sandbox)
    const linked = await linkByConsent(page, sandbox, channel, shop)
    const control = (path: string, body?: object) =>
      sandbox(body ? 'POST' : 'GET', `/_sandbox/${channel.code}/orders${path}`, body)
    const truth = async (code: string) => (await control(`/${code}`)) as Truth

    const code = await sell()
    const drawer = await openDrawer(page, code, linked)
    await expectStatus(drawer, 'Pending')
    await confirm(drawer)
    await expectStatus(drawer, 'Ready to ship')
    let number = ''
    await expect(async () => {
      number = one.number(await truth(code)) ?? ''
      expect(number, 'the channel gave the parcel a number').not.toBe('')
    }).toPass()
    await expect(drawer.panel.getByText(number, { exact: true }).first()).toBeVisible()
    await control(`/${code}/advance`, { action: one.ship })
    await expectStatus(drawer, 'Shipped')
    await control(`/${code}/advance`, { action: one.deliver })
    await expectStatus(drawer, 'Delivered')
    await expectHistory(drawer, 'Delivered', 'Handed over', 'Courier booked', 'Order placed')
    await expectHistory(drawer, /^Confirmation requested · /)
    await page.reload()
    await expectStatus(drawer, 'Delivered')
    await page.goto(`/en/orders?keyword=${code}`)
    const cut = page.getByRole('link', { name: code }).evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(await cut, 'the list shows all of its number').toBe(0)

    /** Its orders are carried by the seller's own couriers now and then, which are no part of this. */
    async function sell(): Promise<string> {
      for (let at = 0; ; at++) {
        const order = { ref: `doorstep-${channel.code}-${at}`, ...cup, status: one.status }
        const made = (await control('', { shop_id: shop, order, force: true })) as Made
        const sold = made.order_sn ?? made.order_id ?? ''
        if ((await truth(sold)).order.shipping_type === 'SELLER') continue
        one.before?.(product, sold)
        return sold
      }
    }
  })
