import { expect, test as base, type Page } from '@playwright/test'
import { authCookie } from '../../server/http/auth-cookie.ts'
import { startStubModel, type StubModel } from '../steps/stub-model.ts'
import { linkedShop, startDemoConsole, type DemoConsole } from './start-demo-console.ts'

export { expect, linkedShop }
export { otherShop } from './start-demo-console.ts'
export { expectFits, expectWellMade, lowContrastInHand } from './well-made.ts'

type Account =
  | 'owner@demo.test'
  | 'manager@demo.test'
  | 'packer@demo.test'
  | 'owner@other.test'
  // Added by the spec itself, with the demo's password.
  | 'settings@reader.test'

type Fixtures = {
  /** The notice of a shop that another spec left locked out would cover the page, so it stands where it is looked at alone. */
  saysLockedOut: boolean
  /** Signs in without the sign-in page, which has a spec of its own. */
  signInAs: (account: Account) => Promise<void>
  /** The language model behind writing help, in specs that use `hasWritingHelp`. */
  model: StubModel
  /** Calls the sandbox's control interface. */
  sandbox: (method: string, path: string, body?: object) => Promise<unknown>
}

type Product = DemoConsole & { model: StubModel | undefined }
type WorkerFixtures = {
  /** The console has a writing service, which is the fixture `model`. */
  hasWritingHelp: boolean
  product: Product
}

/** One console for all specs of a worker, with the linked shop's orders taken in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hasWritingHelp: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ browserName, hasWritingHelp }, use) => {
      expect(browserName, 'the specs are looked at in Chromium only').toBe('chromium')
      const model = hasWritingHelp ? await startStubModel() : undefined
      const writing = {
        AI_BASE_URL: model?.url ?? '',
        AI_API_KEY: 'hush',
        AI_MODEL: 'tiny',
        AI_TIMEOUT_SECONDS: '1',
      }
      const product = await startDemoConsole(model ? { environment: writing } : {})
      await firstSync(product)
      await use({ ...product, model })
      await product.stop()
      await model?.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  model: async ({ product: { model } }, use) => {
    if (!model) throw new Error('the spec has not asked for writing help')
    await use(model)
  },
  saysLockedOut: [false, { option: true }],
  page: async ({ page, saysLockedOut }, use) => {
    if (!saysLockedOut) await page.addInitScript(() => sessionStorage.setItem('hide_token_expired', '1'))
    await use(page)
    // Answers that a spec was changing when it ended.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  signInAs: async ({ context, product }, use) => {
    await use(async (email) => {
      const value = await product.signIn(email)
      const cookie = { name: authCookie({ publicUrl: product.url }), value, url: product.url }
      await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }])
    })
  },
  sandbox: async ({ product, page, request }, use) => {
    await use(async (method, path, body) => {
      const reply = await request.fetch(product.sandbox.url + path, { method, data: body ?? {} })
      expect(reply.ok(), await reply.text()).toBe(true)
      if (path.endsWith('/products')) await syncNow(page)
      return reply.json()
    })
  },
})

/** Channels push no news of products: the console finds them with its next look, half a minute later, or when a person asks. */
async function syncNow(page: Page): Promise<void> {
  const reply = await page.request.get('/api/v2/shops?limit=999')
  if (!reply.ok()) return
  const { data } = (await reply.json()) as { data: { id: number; status: number }[] }
  const asked = { data: { type: 'product' } }
  for (const { id, status } of data)
    if (status === 1) await page.request.post(`/api/v2/shops/${id}/sync`, asked)
}

type ShopSyncs = { data: { sync: { data: { kinds: { type: string; state: string }[] } } }[] }

/** Waits until all of the linked shop has come in, so that no list changes by itself beneath a spec. */
async function firstSync(product: DemoConsole): Promise<void> {
  const token = await product.signIn('owner@demo.test')
  await expect(async () => {
    const reply = await fetch(`${product.url}/api/v2/shops?include=sync`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await reply.json()) as ShopSyncs
    const kinds = data.flatMap((shop) => shop.sync.data.kinds.filter(({ type }) => type !== 'stock'))
    expect(new Set(kinds.map(({ state }) => state))).toEqual(new Set(['done']))
  }).toPass({ timeout: 200_000 })
}

/** On a shop's page: the channel is looked at now. A shop that has been found locked out in the meantime is not asked, and no button could ask for it. */
export async function pollChannel(page: Page): Promise<void> {
  const shopPage = /\/en\/setting\/channels\/(\d+)$/
  await page.waitForURL(shopPage)
  await page.request.post(`/api/v2/shops/${shopPage.exec(page.url())?.[1]}/sync`)
}

/** Answers the number of the shop that the demo begins with. */
export async function linkedShopId(page: Page): Promise<number> {
  const reply = await page.request.get('/api/v2/shops')
  const { data } = (await reply.json()) as { data: { id: number; system_name: string }[] }
  const shop = data.find(({ system_name: name }) => name === linkedShop.name)
  if (!shop) throw new Error(`${linkedShop.name} is not linked`)
  return shop.id
}
