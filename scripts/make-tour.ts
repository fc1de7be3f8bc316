/**
 * Makes the tour of docs/pictures, in English and Japanese: the demo is used in a browser, step by step, and each step becomes a picture
 * of an animated GIF with a sentence below it. It needs the built pages (npm run build).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../server/demo-accounts.ts'
import { findBrowser } from '../test/browser.ts'
import { ask, linkByConsent, linkWithKeys } from '../test/e2e/doorstep.ts'
import { linkedShop, startDemoConsole } from '../test/e2e/start-demo-console.ts'
import { root } from './steps.ts'

type Language = 'en' | 'ja'

type Step = {
  /** Said below the picture. */
  words: Record<Language, string>
  /** Changes the page, which starts where the step before left it. */
  act: (page: Page, open: (path: string) => Promise<void>) => Promise<void>
  seconds?: number
}

const width = 1440
const height = 880
const captionHeight = 56
const ordersSold = 24
/** GIFs wider than the column of a page are only heavier. */
const shownWidth = 960

const steps: Step[] = [
  {
    words: { en: 'Home: what waits, most urgent first.', ja: 'ホーム:急ぐ仕事から順に。' },
    act: (_page, open) => open('/'),
  },
  {
    words: {
      en: 'Orders of every shop stand in one list within a second.',
      ja: '全ショップの注文が1秒以内にひとつの一覧へ。',
    },
    act: (_page, open) => open('/orders?view=queue'),
  },
  {
    words: { en: 'One key ticks a whole group.', ja: 'グループごとまとめて選択。' },
    act: async (page) => {
      await page
        .locator('main h2 input[type=checkbox], main [data-group] input[type=checkbox]')
        .first()
        .click()
    },
    seconds: 3,
  },
  {
    words: {
      en: 'Before confirming, day, place and courier are said.',
      ja: '確定の前に、集荷日・場所・配送会社を確認。',
    },
    act: async (page) => {
      await page.keyboard.press('c')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    words: {
      en: 'Confirmed and printed in a tray that never blocks.',
      ja: '確定と印刷は、作業を止めないトレイで。',
    },
    act: async (page) => {
      // The button that says how many: the one beside it is for later.
      await page.getByRole('dialog').getByRole('button', { name: /\d/ }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.waitForTimeout(8_000)
    },
    seconds: 5,
  },
  {
    words: {
      en: 'An order opens beside the list, its next step first.',
      ja: '注文は一覧の横に。次の操作がすぐ押せる。',
    },
    act: async (page, open) => {
      // The tray as one line.
      await page.keyboard.press('t')
      await open('/orders?status=pending')
      await page.locator('[data-row] a').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    words: { en: 'Scan to pack, also without a network.', ja: '通信が切れても続く、スキャン検品。' },
    act: (_page, open) => open('/orders/scan'),
    seconds: 3,
  },
  {
    words: {
      en: 'Products of all channels, each with a score and its reasons.',
      ja: '全チャネルの商品を、点数と理由つきで。',
    },
    act: (_page, open) => open('/products'),
  },
  {
    words: {
      en: 'One stock for all shops, every figure explained.',
      ja: '在庫はひとつ。どの数字にも理由がある。',
    },
    act: async (page, open) => {
      await open('/skus')
      await page.locator('[data-row] a').first().click()
      await page.locator('[role=dialog] h2, main h1').first().waitFor()
    },
  },
  {
    words: { en: 'Every figure opens the orders behind it.', ja: 'どの数字からも、元の注文が開く。' },
    act: (_page, open) => open('/analytics/sales'),
    seconds: 5,
  },
  {
    words: { en: 'A buyer of several shops is one customer.', ja: '複数ショップの購入者も、ひとりの顧客。' },
    act: (_page, open) => open('/customers/all-customers?sort=-total_price'),
  },
  {
    words: {
      en: 'Ctrl K finds orders, products, customers and pages.',
      ja: 'Ctrl Kで、注文も商品も顧客もページも。',
    },
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').locator('input').waitFor()
      await page.keyboard.type('cup')
    },
  },
  {
    words: {
      en: 'Four languages, light and dark. npm start shows it all.',
      ja: '4言語、ライトとダーク。npm start ですぐ試せる。',
    },
    act: async (page, open) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await open('/')
    },
  },
]

const console = await startDemoConsole()
const { path, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath: path, args, env })
try {
  await linkShops(await signIn('en'))
  for (const language of ['en', 'ja'] as const) await makeTour(language)
} finally {
  await browser.close()
  await console.stop()
}

async function makeTour(language: Language): Promise<void> {
  const page = await signIn(language)
  await sell(page)
  const captions = await page.context().newPage()
  await captions.setViewportSize({ width, height: captionHeight })
  await captions.goto(at(language, '/faq'))
  const open = async (where: string) => {
    await page.goto(at(language, where))
    await page.locator('h1').first().waitFor()
    await settle(page)
  }
  const pictures: Buffer[] = []
  for (const { words, act } of steps) {
    await act(page, open)
    await settle(page)
    pictures.push(await withCaption(await page.screenshot(), captions, words[language]))
  }
  const gif = await sharp(pictures, { join: { animated: true } })
    .gif({ delay: steps.map(({ seconds = 4 }) => seconds * 1000), colours: 128, dither: 0, effort: 10 })
    .toBuffer()
  const file = `docs/pictures/tour-${language}.gif`
  writeFileSync(join(root, file), gif)
  process.stdout.write(`${file}: ${pictures.length} steps, ${Math.round(gif.length / 1024)} kB\n`)
  await page.context().close()
}

function at(language: Language, where: string): string {
  return `${language === 'en' ? '/en' : ''}${where}`
}

async function signIn(language: Language): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: console.url,
    locale: language,
    colorScheme: 'light',
  })
  const page = await context.newPage()
  const data = { email: 'owner@demo.test', password: demoPassword }
  await page.request.post('/api/v2/authorization', { data })
  return page
}

/** Calls the sandbox's control interface. */
async function sandbox(method: string, path: string, body: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(console.sandbox.url + path, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return reply.json()
}

/** Links a shop of each other channel and waits for their orders. */
async function linkShops(page: Page): Promise<void> {
  await linkByConsent(page, sandbox, { code: 'lazada', id: 1 }, 100190015)
  await linkByConsent(page, sandbox, { code: 'tiktok', id: 5 }, '7494726673780148744')
  await linkWithKeys(page, sandbox, { code: 'website', id: 4 }, 'merlion-bazaar')
  for (;;) {
    const shops = await ask<{ sync: { data: { state: string } } }[]>(page, 'get', '/shops?include=sync')
    if (shops.every((shop) => shop.sync.data.state === 'done')) break
    await page.waitForTimeout(1_000)
  }
  await page.context().close()
}

/** Buyers order what should have left already. */
async function sell(page: Page): Promise<void> {
  for (let number = 0; number < ordersSold; number++) {
    const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', {
      shop_id: linkedShop.id,
      order: {
        ref: `tour-${Date.now()}-${number}`,
        status: 'READY_TO_SHIP',
        lines: [['CUP', 'Tea cup', 1, 19.9]],
      },
      force: true,
    })) as { order_sn: string }
    const found = console.sandbox.shopee.book.find(sn)
    if (found) found.daysToShip = -0.1
  }
  type Figure = { due: string; step: string; total: number }
  for (;;) {
    const reply = await page.request.get('/api/v2/orders/queue?limit=1')
    const { figures } = ((await reply.json()) as { meta: { figures: Figure[] } }).meta
    const isThere = ({ due, step, total }: Figure) =>
      due === 'overdue' && step === 'confirm' && total >= ordersSold
    if (figures.some(isThere)) return
    await page.waitForTimeout(500)
  }
}

/** Waits for what was asked and for a person's eye: pictures come after their rows. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await page.waitForTimeout(700)
}

/** The page's own letters: a machine may have no Japanese ones. */
async function withCaption(picture: Buffer, captions: Page, words: string): Promise<Buffer> {
  await captions.evaluate(async (said) => {
    const line = document.createElement('p')
    line.textContent = said
    line.style.cssText =
      'position:fixed;inset:0;z-index:9999;margin:0;padding:13px 24px;background:#17302d;color:#fff;font-size:22px;line-height:30px'
    document.body.replaceChildren(line)
    await document.fonts.ready
  }, words)
  await captions.waitForTimeout(200)
  const whole = await sharp(picture)
    .extend({ bottom: captionHeight })
    .composite([{ input: await captions.screenshot(), gravity: 'south' }])
    .png()
    .toBuffer()
  return sharp(whole).resize({ width: shownWidth }).png().toBuffer()
}
