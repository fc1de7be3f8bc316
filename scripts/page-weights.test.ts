import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pagesOf, weighPages, weightTable, type Build, type BuiltChunk } from './page-weights.ts'

const pages = {
  signIn: { module: 'web/pages/auth/login-page.tsx', areas: ['auth'] },
  orders: { module: 'web/pages/orders/list/orders-page.tsx', areas: ['orders'] },
}

/** A build as it should be, with kB for each file. */
function built({
  kB = {},
  more = {},
}: { kB?: Record<string, number>; more?: Partial<BuiltChunk> } = {}): Build {
  const sizes: Record<string, number> = {
    'main.js': 120,
    'orders.js': 40,
    'orders.css': 5,
    'jp-start.js': 5,
    'jp-orders.js': 14,
    'jp-listings.js': 30,
    'en-orders.js': 11,
    ...kB,
  }
  const chunk = (file: string, modules: string[], rest: Partial<BuiltChunk> = {}): BuiltChunk => ({
    file,
    modules,
    isEntry: false,
    imports: [],
    styles: [],
    ...rest,
  })
  return {
    chunks: [
      chunk('main.js', ['web/render-app.tsx', 'web/routes.tsx'], { isEntry: true, ...more }),
      chunk('shell.js', ['web/parts/shell/shell.tsx'], { imports: ['main.js'] }),
      chunk('login.js', [pages.signIn.module], { imports: ['main.js'] }),
      chunk('orders.js', [pages.orders.module, 'web/page-access.ts'], {
        imports: ['shell.js'],
        styles: ['orders.css'],
      }),
      ...['jp', 'en'].flatMap((language) =>
        ['start', 'shell', 'auth', 'orders', 'listings'].map((area) =>
          chunk(`${language}-${area}.js`, [`web/locales/${language}.json?area=${area}`]),
        ),
      ),
    ],
    bytesOf: (file) => (sizes[file] ?? 1) * 1000,
    importersOf: (module) => (module === 'web/page-access.ts' ? ['web/routes.tsx'] : []),
  }
}

describe('the weight of a page', () => {
  it('is what its first visit loads, once each, with its own texts in the heaviest language', () => {
    const { weights, faults } = weighPages(built(), pages)
    expect(faults).toEqual([])
    expect(weights).toMatchObject([
      { page: 'signIn', script: 127_000, style: 0 },
      { page: 'orders', script: 181_000, style: 5000 },
    ])
    expect(weightTable(weights)).toMatch(/orders +181\.0 +5\.0 +186\.0 +\d+/)
  })

  it('over its budget is a fault that names the heaviest files', () => {
    const { faults } = weighPages(built({ kB: { 'orders.js': 459 } }), pages)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^The page orders loads 605\.0 kB, \d+\.0 more than its budget of \d+ kB/)
    expect(faults[0]).toContain('orders.js 459.0 kB')
  })

  it('of every page grows when the entry brings a page along, and the shared file is named', () => {
    const { faults } = weighPages(built({ more: { imports: ['orders.js'] } }), pages)
    expect(faults[0]).toMatch(
      /^Every page, sign-in too, now loads web\/pages\/orders\/list\/orders-page\.tsx/,
    )
    expect(faults[0]).toContain('web/routes.tsx imports web/page-access.ts')
  })

  it('is known for every page that the router knows', () => {
    const named = pagesOf(readFileSync(new URL('../web/page-files.ts', import.meta.url), 'utf8'))
    expect(named).toMatchObject(pages)
    expect(Object.keys(named).length).toBeGreaterThan(20)
  })
})
