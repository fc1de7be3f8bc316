/** Helpers of the specs that follow an order to the door: shops and couriers of their own, and checks of the drawer. */
import type { Locator, Page } from '@playwright/test'
import { courierKeys, ghnTokens } from '../steps/sandbox-courier-keys.ts'
import { expect } from './page-steps.ts'

export type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>
type Channel = { code: string; id: number }

/** Calls the API as the signed-in user; fails with the server's message. */
export async function ask<T>(
  page: Page,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
): Promise<T> {
  const reply = await page.request[method](`/api/v2${path}`, data ? { data } : {})
  expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
  return ((await reply.json()) as { data: T }).data
}

/** A shop whose owner consented on the channel's page. */
export async function linkByConsent(
  page: Page,
  sandbox: Sandbox,
  channel: Channel,
  channelShopId: number | string,
): Promise<LinkedShop> {
  const path = `/shops/authorization-url?platform_id=${channel.id}`
  const { url, state } = await ask<{ url: string; state: string }>(page, 'get', path)
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? 'http://console.test/setting/channels'
  const consent = { redirect, shop_id: channelShopId, state }
  const answer = await sandbox('POST', `/_sandbox/${channel.code}/authorize`, consent)
  const { searchParams } = new URL((answer as { location: string }).location)
  return ask<LinkedShop>(page, 'post', '/shops/callback', Object.fromEntries(searchParams))
}

/** A store or a till that is linked with its keys. */
export async function linkWithKeys(
  page: Page,
  sandbox: Sandbox,
  channel: Channel,
  slug: string,
): Promise<LinkedShop> {
  const keys = (await sandbox('POST', `/_sandbox/${channel.code}/authorize`, { shop_id: slug })) as object
  const shop = { platform_id: channel.id, name: `Doorstep ${slug}`, ...keys }
  return ask<LinkedShop>(page, 'post', '/shops', shop)
}

/** Warehouses and couriers know where parcels leave from. */
export async function giveSender(page: Page): Promise<void> {
  const [warehouse] = await ask<{ id: number }[]>(page, 'get', '/warehouses')
  const address = {
    street: '1 Jalan Bukit',
    ward: null,
    district: 'Petaling Jaya',
    province: 'Selangor',
    postcode: '46000',
    country: 'MY',
  }
  await ask(page, 'put', `/warehouses/${warehouse?.id}`, { phone: '0123456789', address })
}

type OwnCourier = 'gdex' | 'jnt' | 'ninjavan' | 'ghn'

/** Connects the courier anew, so that a spec before this one cannot matter, and has it push where it can. */
export async function connectCourier(
  page: Page,
  sandbox: Sandbox,
  code: OwnCourier,
  more: object = {},
): Promise<void> {
  await page.request.delete(`/api/v2/deliveries/integrate/${code}`)
  const path = `/deliveries/integrate/${code}`
  if (code === 'ghn') {
    type Told = { webhook: { url: string; header: string; secret: string } | null }
    const { webhook } = await ask<Told>(page, 'post', path, { token: ghnTokens.owner, store_id: '885' })
    if (!webhook) throw new Error('GHN carries a parcel of another test, and told its secret to that')
    const headers = { [webhook.header]: webhook.secret }
    await sandbox('POST', '/_sandbox/ghn/webhooks', { url: webhook.url, headers })
    return
  }
  const { webhook_url: url } = await ask<{ webhook_url: string | null }>(page, 'post', path, {
    ...courierKeys[code],
    ...more,
  })
  if (url) await sandbox('POST', `/_sandbox/${code}/webhooks`, { url })
}

/** `isSilent`: it pushes nothing, so that it is asked for changes again and again. */
export type Shop = { id: number; isSilent?: boolean }
/** `system_name`: the one that it got when it was first linked. */
type LinkedShop = Shop & { system_name: string }
type Row = { id: number; code: string; shop: { data: { id: number } } }

/**
 * An order by its channel's id, once it has arrived. Stores number their orders alike, so that the shop has to be known; some
 * call it by a number for people besides.
 */
async function arrived(page: Page, channelId: string, shop: Shop): Promise<Row> {
  let found: Row | undefined
  await expect(async () => {
    await lookAt(page, shop)
    const rows = await ask<Row[]>(page, 'get', `/orders/search?keyword=${channelId}`)
    found = rows.find(
      ({ code, shop: { data } }) => data.id === shop.id && (code === channelId || code.startsWith('#')),
    )
    expect(found, `order ${channelId} has not arrived`).toBeDefined()
  }).toPass()
  return found as Row
}

async function lookAt(page: Page, { id, isSilent }: Shop): Promise<void> {
  if (isSilent) await page.request.post(`/api/v2/shops/${id}/sync`)
}

/** The drawer of an order, which says in its title how the order stands. */
export type Drawer = {
  page: Page
  code: string
  /** The order's drawer, whatever the order's status. */
  panel: Locator
  shop: Shop
}

export async function openDrawer(page: Page, channelId: string, shop: Shop): Promise<Drawer> {
  const { id, code } = await arrived(page, channelId, shop)
  await page.goto(`/en/orders/${id}`)
  return { page, code, shop, panel: page.getByRole('dialog', { name: code }) }
}

export async function expectStatus({ page, code, shop }: Drawer, status: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: new RegExp(`${code}\\s*${status}$`) })
  await expect(async () => {
    await lookAt(page, shop)
    await expect(panel).toBeVisible({ timeout: 2000 })
  }, `the drawer says ${status}`).toPass()
}

/** Opens the question, lets something be chosen, and confirms. */
export async function confirm(
  { page, code, panel }: Drawer,
  choose: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await panel.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  await choose(dialog)
  const button = dialog.getByRole('button', { name: 'Confirm' })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(dialog).toBeHidden()
}

/** The courier by its name, whatever else is connected or preferred, and a parcel of a size. */
export const withCourier = (label: string) => async (dialog: Locator) => {
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label })
  for (const [name, text] of Object.entries({ Weight: '1.2', Length: '20', Width: '15', Height: '10' }))
    await dialog.getByLabel(name).fill(text)
}

/** Expects these texts in the drawer's history, the newest first. */
export async function expectHistory({ panel }: Drawer, ...words: (string | RegExp)[]): Promise<void> {
  const history = panel
    .locator('section')
    .filter({ has: panel.page().getByRole('heading', { name: 'History' }) })
  await expect(history.last().getByRole('listitem')).toContainText(words)
}

/** Expects these texts among the courier's events, the newest first. */
export async function expectCourierSaid({ panel }: Drawer, ...words: (string | RegExp)[]): Promise<void> {
  const said = panel.getByRole('list', { name: 'Tracking history' }).getByRole('listitem')
  await expect(said).toContainText(words)
}

/** The number that the courier gave, as the drawer shows it. */
export async function numberIn({ panel }: Drawer, form: RegExp): Promise<string> {
  const number = panel.getByRole('listitem').getByText(form).first()
  await expect(number).toBeVisible()
  return (await number.textContent())?.trim() ?? ''
}

/** Lets things happen to a parcel, one after the other. */
export async function scan(
  sandbox: Sandbox,
  courier: string,
  number: string,
  ...steps: string[]
): Promise<void> {
  for (const step of steps) await sandbox('POST', `/_sandbox/${courier}/parcels/${number}/advance`, { step })
}
