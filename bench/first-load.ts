/** Measures what a browser without a cache fetches before it shows the sign-in page and the order list. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Response } from '@playwright/test'
import { findBrowser } from '../test/browser.ts'
import { freePort } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { median, signIn } from './measure.ts'
import { startConsoleProcess } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'

const runs = 5

export async function benchFirstLoad(bench: Bench): Promise<Table[]> {
  if (!existsSync(fileURLToPath(new URL('../dist/web/index.html', import.meta.url)))) {
    bench.report('First load left out: dist/web is not built. `npm run build` builds it.')
    return []
  }
  const { database } = await bench.seeded(bench.options.orders)
  const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
  const { path, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath: path, args, env })
  try {
    const token = await signIn(web.url, bigOwnerEmail, benchPassword)
    const cookie = { name: 'auth', value: token, url: web.url, httpOnly: true, sameSite: 'Strict' as const }
    const signInPage = await visits(
      browser,
      `${web.url}/en/auth/login`,
      'input[type=password]',
      async () => {},
    )
    const ordersPage = await visits(browser, `${web.url}/en/orders`, 'tbody tr[data-row]', (context) =>
      context.addCookies([cookie]),
    )
    return [
      {
        title: `First load in Chromium, cold cache, median of ${runs}`,
        command: bench.command('load'),
        columns: ['', 'JS kB gzip', 'CSS kB gzip', 'files', 'API calls', 'ms'],
        rows: [...rowsOf('sign-in, to the form', signInPage), ...rowsOf('orders, to the rows', ordersPage)],
        notes: [
          'Counted up to the moment at which the form or the rows are painted; in the second line, what was asked for in the two seconds after.',
          'Pictures and fonts are files too. Aim: 150 kB for sign-in, 260 kB and 400 ms for the orders page.',
        ],
      },
    ]
  } finally {
    await browser.close()
    await web.stop()
  }
}

type Sizes = { script: number; style: number; files: number; calls: number }
type Visit = { before: Sizes; after: Sizes; ms: number }

function rowsOf(name: string, { before, after, ms }: Visit): Table['rows'] {
  const cells = ({ script, style, files, calls }: Sizes) => [script / 1000, style / 1000, files, calls]
  return [
    [name, ...cells(before), ms],
    ['  afterwards', ...cells(after), undefined],
  ]
}

const afterwardsMs = 2000

async function visits(
  browser: Browser,
  url: string,
  sight: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Visit> {
  const all: Visit[] = []
  for (let run = 0; run < runs; run++) {
    // A new context has an empty cache.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await prepare(context)
    const page = await context.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.addInitScript(markWhenPainted, sight)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0)
    const painted = await page.evaluate(() => {
      const ms = performance.getEntriesByName('painted')[0]?.startTime ?? Number.NaN
      return { ms, at: performance.timeOrigin + ms }
    })
    await page.waitForTimeout(afterwardsMs)
    const isBefore = (response: Response) => response.request().timing().startTime <= painted.at
    all.push({
      before: await weigh(responses.filter(isBefore)),
      after: await weigh(responses.filter((response) => !isBefore(response))),
      ms: painted.ms,
    })
    await context.close()
  }
  const [first] = all
  if (!first) throw new Error('no visit was made')
  return { ...first, ms: median(all.map((visit) => visit.ms)) }
}

/** Runs in the page, before its own scripts: notes when what the selector finds has been drawn. */
function markWhenPainted(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('painted')))
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** gzip at its usual level, whatever the server sends. */
async function weigh(responses: Response[]): Promise<Sizes> {
  const sizes = { script: 0, style: 0, files: 0, calls: 0 }
  for (const response of responses) {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) {
      sizes.calls += 1
      continue
    }
    if (!response.ok()) continue
    sizes.files += 1
    const kind = pathname.endsWith('.js') ? 'script' : pathname.endsWith('.css') ? 'style' : undefined
    if (kind) sizes[kind] += gzipSync(await response.body()).length
  }
  return sizes
}
