/**
 * Weighs what the first visit of each page loads, from the build's own output: scripts and styles, gzipped. A page over its
 * budget stops the build, and so does an entry that brings a page along: one shared file in the wrong chunk does that.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { languages } from '../model/language.ts'

export type BuiltChunk = {
  file: string
  isEntry: boolean
  /** Paths from the root of the repository. */
  modules: string[]
  /** Files that the browser fetches with it. */
  imports: string[]
  styles: string[]
}

export type Build = {
  chunks: BuiltChunk[]
  /** Gzipped, in bytes. */
  bytesOf: (file: string) => number
  importersOf: (module: string) => string[]
}

export type Page = { module: string; areas: string[] }

export type PageWeight = { page: string; script: number; style: number; budget: number }

/** kB by the page, or by its folder. Reached ones are raised on purpose, here, or the page is made lighter. */
const budgets: Record<string, number> = {
  'auth/': 162,
  'faq/': 202,
  'mails/': 209,
  'billing/': 207,
  'reports/': 207,
  'home/': 207,
  'staff/': 209,
  'warehouses/': 211,
  'shops/': 216,
  'account/': 217,
  'couriers/': 216,
  'printing/': 212,
  'rates/': 222,
  'words/': 230,
  'customers/': 236,
  'audit/': 233,
  'settlements/': 220,
  'analytics/': 238,
  listings: 222,
  'listings/': 237,
  'templates/': 250,
  skus: 227,
  'skus/': 251,
  orders: 235,
  newOrder: 213,
  'orders/': 275,
  listingGrid: 333,
}
const usualBudget = 206

/** The head start and the router know the two lists, so that their rows are asked for at once. */
const neededAtOnce = [
  'web/pages/orders/list/orders-search.ts',
  'web/pages/orders/list/prepare-orders.ts',
  'web/pages/listings/list/listings-search.ts',
  'web/pages/analytics/analytics-search.ts',
]
const frame = 'web/parts/shell/shell.tsx'

/** Faults are whole sentences. */
export function weighPages(
  build: Build,
  pages: Record<string, Page>,
): { weights: PageWeight[]; faults: string[] } {
  const atOnce = closure(
    build,
    build.chunks.filter((chunk) => chunk.isEntry),
  )
  const faults = strangers(build, atOnce, () => false).map(
    (found) => `Every page, sign-in too, now loads ${found}`,
  )
  const weights = Object.entries(pages).map(([page, { module, areas }]): PageWeight => {
    const folder = folderOf(module)
    const texts = textsOf(build, ['start', ...(folder === 'auth' ? [] : ['shell']), ...areas])
    const own = chunkWith(build, module)
    const around = folder === 'auth' ? [] : closure(build, [chunkWith(build, frame)])
    const before = [...atOnce, ...around]
    const added = closure(build, [own]).filter((chunk) => !before.includes(chunk))
    if (folder !== undefined)
      faults.push(
        ...strangers(build, added, (other) => folderOf(other) === folder).map(
          (found) => `The page ${page} now loads ${found}`,
        ),
      )
    const all = [...new Set([...before, ...added, ...texts])]
    const script = sum(all.map(({ file }) => build.bytesOf(file)))
    const style = sum([...new Set(all.flatMap(({ styles }) => styles))].map(build.bytesOf))
    const budget = budgets[page] ?? budgets[`${folder}/`] ?? usualBudget
    if (script + style > budget * 1000)
      faults.push(
        `The page ${page} loads ${kB(script + style)} kB, ${kB(script + style - budget * 1000)} more than its budget of ${budget} kB (scripts/page-weights.ts). Heaviest: ${heaviestNames(build, all)}.`,
      )
    return { page, script, style, budget }
  })
  return { weights, faults: [...new Set(faults)] }
}

/** Pages that none of these chunks should hold, each with who brought it in. */
function strangers(build: Build, chunks: BuiltChunk[], isOwn: (module: string) => boolean): string[] {
  return chunks.flatMap((chunk) => {
    const pages = chunk.modules.filter(
      (module) => folderOf(module) && !neededAtOnce.includes(module) && !isOwn(module),
    )
    const [first] = pages
    if (!first || chunk.file.endsWith('.css')) return []
    const others = build.chunks.filter((other) => other !== chunk && other.imports.includes(chunk.file))
    const wanted = chunk.modules.flatMap((module) =>
      build
        .importersOf(module)
        .filter((importer) => others.some((other) => other.modules.includes(importer)))
        .map((importer) => `${importer} imports ${module}, which the bundler put there`),
    )
    return [
      `${first} (with ${pages.length - 1} more files of pages in ${chunk.file}, ${kB(build.bytesOf(chunk.file))} kB): ${wanted[0] ?? 'an entry imports it'}. Name the shared file in a group of vite.config.ts, or import() it.`,
    ]
  })
}

function closure(build: Build, from: BuiltChunk[]): BuiltChunk[] {
  const found = new Set<BuiltChunk>()
  const waiting = [...from]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const { imports } = chunk
    waiting.push(...build.chunks.filter(({ file }) => imports.includes(file)))
  }
  return [...found]
}

function chunkWith(build: Build, module: string): BuiltChunk {
  const found = build.chunks.find(({ modules }) => modules.includes(module))
  if (!found) throw new Error(`The build has no ${module}`)
  return found
}

/** The languages differ; the budget holds for the one whose texts of these areas weigh most. */
function textsOf(build: Build, areas: string[]): BuiltChunk[] {
  const weightOf = (chunks: BuiltChunk[]) => sum(chunks.map(({ file }) => build.bytesOf(file)))
  const [heaviest = []] = Object.keys(languages)
    .map((language) => {
      const ids = areas.map((area) => `web/locales/${language}.json?area=${area}`)
      return build.chunks.filter(({ modules }) => modules.some((id) => ids.includes(id)))
    })
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  return heaviest
}

function heaviestNames(build: Build, chunks: BuiltChunk[]): string {
  return chunks
    .toSorted((a, b) => build.bytesOf(b.file) - build.bytesOf(a.file))
    .slice(0, 4)
    .map(({ file }) => `${file} ${kB(build.bytesOf(file))} kB`)
    .join(', ')
}

function folderOf(module: string): string | undefined {
  return /^web\/pages\/([\w-]+)\//.exec(module)?.[1]
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

export function weightTable(weights: PageWeight[]): string {
  const rows = weights
    .toSorted((a, b) => a.script + a.style - b.script - b.style)
    .map(({ page, script, style, budget }) => [page, kB(script), kB(style), kB(script + style), `${budget}`])
  const lines = [['First visit, kB gzip', 'scripts', 'styles', 'in all', 'budget'], ...rows]
  return lines
    .map(([name = '', ...cells]) => name.padEnd(22) + cells.map((cell) => cell.padStart(9)).join(''))
    .join('\n')
}

/** The pages that web/page-files.ts names, by name. */
export function pagesOf(pageFiles: string): Record<string, Page> {
  const named = [
    ...pageFiles.matchAll(/(\w+): withTexts\(\s*\(\) => import\('\.\/([^']+)'\),\s*((?:'\w+',?\s*)+)\)/g),
  ]
  return Object.fromEntries(
    named
      .map(([, name = '', path = '', areas = '']): [string, Page] => [
        name,
        { module: `web/${path}`, areas: [...areas.matchAll(/\w+/g)].map(([area]) => area) },
      ])
      .filter(([name]) => name !== 'shell'),
  )
}

/** Weighs what was built, hands the table on, and stops the build at a fault. */
export function weighing(root: string, report: (table: string) => void): Plugin {
  return {
    name: 'weighing',
    apply: 'build',
    writeBundle({ dir = root }, bundle) {
      const fromRoot = (id: string) => relative(root, id.replace(/\?(?!area=).*$/, ''))
      const ids = new Map<string, string>()
      const chunks = Object.values(bundle).flatMap((file): BuiltChunk[] => {
        if (file.type !== 'chunk') return []
        for (const id of file.moduleIds) ids.set(fromRoot(id), id)
        return [
          {
            file: file.fileName,
            isEntry: file.isEntry,
            modules: file.moduleIds.map(fromRoot),
            imports: file.imports,
            styles: [...(file.viteMetadata?.importedCss ?? [])],
          },
        ]
      })
      const known = new Map<string, number>()
      const bytesOf = (file: string) => {
        const bytes = known.get(file) ?? gzipSync(readFileSync(join(dir, file)), { level: 9 }).length
        known.set(file, bytes)
        return bytes
      }
      const importersOf = (module: string) =>
        (this.getModuleInfo(ids.get(module) ?? '')?.importers ?? []).map(fromRoot)
      const pages = pagesOf(readFileSync(join(root, 'web/page-files.ts'), 'utf8'))
      const { weights, faults } = weighPages({ chunks, bytesOf, importersOf }, pages)
      report(weightTable(weights))
      if (faults.length > 0) throw new Error(`The pages are not as light as they were:\n${faults.join('\n')}`)
    },
  }
}
