import { expect, test as base, type Page } from '@playwright/test'
import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core'
import { startStubModel, type StubModel } from '../steps/stub-model.ts'
import { linkedShop, startDemoConsole, type DemoConsole } from './start-demo-console.ts'

export { expect, linkedShop }
export { otherShop } from './start-demo-console.ts'

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
    { scope: 'worker', timeout: 120_000 },
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
  },
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

async function firstSync({ url }: DemoConsole): Promise<void> {
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

/** On a shop's page: the channel is looked at now. A shop that has been found locked out in the meantime is not asked, and no button could ask for it. */
export async function pollChannel(page: Page): Promise<void> {
  const shopPage = /\/en\/setting\/channels\/(\d+)$/
  await page.waitForURL(shopPage)
  await page.request.post(`/api/v2/shops/${shopPage.exec(page.url())?.[1]}/sync`)
}

const widths = [1280, 390]

/** Nothing is wider than the screen, on a desk or in a hand. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    // Elements that listen for the new width lay themselves out a moment later.
    await expect.poll(() => wideElements(page), { message: `wider than ${width} px` }).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

/** Finds the innermost elements that make the page wider than the window. */
function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > window.innerWidth + 0.5,
    )
    const inner = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)))
    return [
      'the page',
      ...inner.map((one) => `${one.localName}.${one.className} "${one.textContent.slice(0, 40)}"`),
    ]
  })
}

/** It fits, and axe has no serious finding: by all rules once, in each other look by those that it can break. */
export async function expectWellMade(page: Page): Promise<void> {
  await expectFits(page)
  const before = page.viewportSize()
  for (const { colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await drawAnew(page)
    expect(await seriousFindings(page, rules), `${colorScheme}, ${width} px`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

function drawAnew(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // Half scrolled under the header, targets would seem too near to those in it.
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Components that listen to the width draw themselves in the next frames; until then a bar of the phone lies over the page.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

declare global {
  interface Window {
    axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  }
}

/** Experimental ones too; the AAA rules ask for more than WCAG 2.2 AA, which is what we promise. */
const allRules = axe
  .getRules()
  .filter(({ tags }) => !tags.includes('wcag2aaa'))
  .map(({ ruleId }) => ruleId)
const rulesOfNarrow = ['target-size', 'label-content-name-mismatch', 'scrollable-region-focusable']
/** Colours of a phone's own parts in both schemes are looked at in whole.spec.ts: looking for contrast takes longest. */
const looks = [
  { colorScheme: 'light', width: 1280, rules: allRules },
  { colorScheme: 'dark', width: 1280, rules: ['color-contrast'] },
  { colorScheme: 'light', width: 390, rules: rulesOfNarrow },
] as const

/** Finds words and marks at phone width that stand out too little, light and dark. */
export async function lowContrastInHand(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const findings: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await drawAnew(page)
    findings.push(...(await seriousFindings(page, ['color-contrast'])).map((one) => `${colorScheme}: ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (before) await page.setViewportSize(before)
  return findings
}

/** The arrow keys scroll the parts of a spreadsheet, which has the focus as a whole. */
const isOfSheet = (html: string) => /scroll-rg(?:Row|Col)/.test(html)

/** Rows like those above them. With them a look at a list takes twice as long. */
const furtherRows = ':is(tbody > tr, [data-row]):nth-child(n+6)'

/** In the dialog or drawer that is open last, or on the page where none is. */
async function seriousFindings(page: Page, rules: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Selectors and what has passed would take longer than the looking.
  const options: RunOptions = {
    runOnly: { type: 'rule', values: [...rules] },
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    // Fetches every stylesheet once more, for a rule about turned phones.
    preload: false,
  }
  const { violations } = await page.evaluate(
    ([how, rows]) => {
      const open = [...document.querySelectorAll('[role=dialog]')].at(-1)
      return window.axe.run({ include: [open ?? document.documentElement], exclude: [rows] }, how)
    },
    [options, furtherRows] as const,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .filter(
          (node) => !isHalfCovered(node) && !(id === 'scrollable-region-focusable' && isOfSheet(node.html)),
        )
        .map((node) => `${id}: ${node.html.slice(0, 160)}`),
    )
}

/** A target that is small only because a sticky bar or an open list covers a part of it: it scrolls away or is closed. */
function isHalfCovered({ any }: { any: { id: string; data: unknown }[] }): boolean {
  return any.some(
    ({ id, data }) =>
      id === 'target-size' &&
      String((data as { messageKey?: unknown } | null)?.messageKey).startsWith('partiallyObscured'),
  )
}
