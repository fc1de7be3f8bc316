import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import { linkedShop, startTestConsole, type TestConsole } from './start-console.ts'

export { expect, linkedShop }
export { otherShop } from './start-console.ts'

type Account = 'owner@demo.test' | 'manager@demo.test' | 'packer@demo.test' | 'owner@other.test'

type Fixtures = {
  /** Signs in without the sign-in page, which has a spec of its own. */
  signInAs: (account: Account) => Promise<void>
  /** Calls the sandbox's control interface. */
  sandbox: (method: string, path: string, body?: object) => Promise<unknown>
}

/** One console for all specs of a worker, with the linked shop's orders taken in. */
export const test = base.extend<Fixtures, { product: TestConsole }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startTestConsole()
      await firstSync(product)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  signInAs: async ({ page }, use) => {
    await use(async (email) => {
      const reply = await page.request.post('/api/v2/authorization', {
        data: { email, password: 'demo1234' },
      })
      expect(reply.status()).toBe(200)
    })
  },
  sandbox: async ({ product, request }, use) => {
    await use(async (method, path, body) => {
      const reply = await request.fetch(product.sandbox.url + path, { method, data: body ?? {} })
      expect(reply.ok(), await reply.text()).toBe(true)
      return reply.json()
    })
  },
})

async function firstSync({ url }: TestConsole): Promise<void> {
  const signIn = await fetch(`${url}/api/v2/authorization`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@demo.test', password: 'demo1234' }),
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }
  await expect(async () => {
    const reply = await fetch(`${url}/api/v2/shops?include=sync`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await reply.json()) as { data: { sync: { data: { state: string } } }[] }
    expect(data.map((shop) => shop.sync.data.state)).toEqual(['done'])
  }).toPass({ timeout: 90_000 })
}

/** No serious finding in either colour scheme, and nothing wider than the screen at 1280 and 390 pixels. */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `wider than ${width} px`).toBeLessThanOrEqual(0)
      expect(await seriousFindings(page), `${colorScheme}, ${width} px`).toEqual([])
    }
  }
  if (before) await page.setViewportSize(before)
}

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}
