import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { printAgentVersion } from './print-agent/pack-print-agent.ts'
import { splitTexts, textFileName } from './split-texts.ts'

const root = path.dirname(import.meta.dirname)
const outDir = path.resolve(root, 'dist/web')

/** Files that sign-in and the error pages share with the rest: a chunk of their own, or they would download the whole console. */
const startFiles =
  /web[\\/](session|page-access|chunk-reload|i18n|density)\.ts|web[\\/]ui[\\/](color-scheme|button|message-page|states|field-notes|text-field|select-field|when-idle)\.|web[\\/]parts[\\/](error-page|error-message|not-found-page|language-select|mark|japanese-font|queries[\\/](order-queries|demo-query))\.|icons[\\/](languages|circle-alert|inbox)\.|createLucideIcon|lucide-react[\\/]dist[\\/]esm[\\/](shared|context|Icon|defaultAttributes)|web[\\/]pages[\\/]orders[\\/]list[\\/]prepare-orders\.ts/

/** Files of the prefetch script. They must not import the framework, or the script would wait for it. */
const prefetchFiles =
  /web[\\/](prefetch|api|page-language|paths|page-files|texts|text-files|me-call|search-params)\.ts|web[\\/]ui[\\/]local-storage\.ts|web[\\/]parts[\\/](dates|list[\\/](page-size|list-search))\.ts|model[\\/]calendar-day\.ts|web[\\/]pages[\\/](orders[\\/]list[\\/]orders|listings[\\/]list[\\/]listings|analytics[\\/]analytics)-search\.ts|vite[\\/]preload-helper/

/**
 * Rules and queries that few pages need, each with its kind of page: the other files of model/ come with the first who needs them, in
 * the order of the priorities below.
 */
const orderRules =
  /[\\/]model[\\/](order|order-action|return-action|printing|scan-check|see-contact|buyer-mail)\.ts/
const listingRules = /[\\/]model[\\/](listing-html|listing-limits|listing-change|import)\.ts/
const templateRules =
  /[\\/]model[\\/](product-template|template-rules|template-limits|template-import|listing-score|selling-rules|word-differences|written-moment)\.ts|queries[\\/](category|template)-queries/
/** Short, and needed by pages of several kinds. */
const sharedRules =
  /[\\/]model[\\/](delivery|place|return-case|export|customer-rank|print-job|staff-rights|money|number-format)\.ts/

/** Without the hooks that measure, the component library is loaded behind the first page. */
const libraryFiles =
  /node_modules[\\/](?!@fontsource|lucide|modern-screenshot|@mantine[\\/]hooks[\\/]esm[\\/]use-resize-observer)/
/** Without the plot, which brings the drawing library, what few pages need, and what of the shell is loaded when it is wanted. */
const consoleFiles =
  /[\\/]web[\\/](parts(?![\\/](anomalies[\\/]anomaly|queries[\\/](?:category|template|stock-take|import)-|settings|list|print-jobs[\\/](?!later)|timezone-field|currency-field|zones-by-region|run[\\/](?!order-run)|sales|skus|photos|scan-camera|export-menu|fee-labels|place-fields|reason-dialog|shell[\\/](?:bell-list|expired-shops|plan-ending|set-up-done)))|ui(?![\\/](library|bar-plot|step-plot|data-table|pager|filter-|fit-columns|pasted-cells)))|lucide-react|@mantine[\\/]hooks[\\/]esm[\\/]use-resize-observer/
/** Fields of an account's own settings, which the first-run page has without the console. */
const accountFields = /web[\\/]parts[\\/](timezone-field|currency-field|zones-by-region)/
/** The folder of a page, whose files load together. Sign-in, home, what analytics shows below its charts a customer's spending, the form of a new order and the dialogs that refuse returns, copy, delete and reword listings and link SKUs are left out, which load later, and the grid, which has a chunk of its own. */
const pageFolder =
  /web[\\/]pages[\\/](?!auth|home|templates|analytics[\\/]later|orders[\\/]actions[\\/]reject-returns|orders[\\/]create[\\/](?!new-order-button)|customers[\\/]detail[\\/]spending-|listings[\\/](?:grid|bulk[\\/](?:copy-|delete-|bulk-texts|text-rules|replaced-|use-planned)|detail[\\/]link-|edit[\\/](?:edit-|package|alert|listing-draft|use-photo)))([a-z-]+)[\\/]/

const listFiles = /web[\\/](parts[\\/](list[\\/]|export-menu)|ui[\\/](data-table|pager|filter-|fit-columns))/
const innerFolder =
  /web[\\/]pages[\\/](orders|listings|skus|customers)[\\/](list|segments|imports|stock-takes|scan|waves|create(?![\\/]new-order-button))[\\/]/

/** The chunk of a page's file, by its folder. */
const chunkOfPage = (id: string) => innerFolder.exec(id)?.slice(1).join('-') ?? pageFolder.exec(id)?.[1]

const iconFile = /lucide-react[\\/].*icons[\\/]([a-z0-9-]+)\./

/** Chunks of the icons that the pages of one folder alone show, by name of the icon: the other pages are spared them. */
function chunksOfIcons(): Map<string, string> {
  const users = new Map<string, Set<string | undefined>>()
  const web = path.resolve(root, 'web')
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const source = readFileSync(path.join(web, file), 'utf8')
    for (const [, icon = ''] of source.matchAll(/'lucide-react\/icons\/([a-z0-9-]+)'/g))
      users.set(icon, (users.get(icon) ?? new Set()).add(chunkOfPage(path.join(web, file))))
  }
  return new Map(
    [...users].flatMap(([icon, chunks]) => {
      const [chunk, ...others] = chunks
      return chunk !== undefined && others.length === 0 ? [[icon, chunk] as const] : []
    }),
  )
}
const iconChunks = chunksOfIcons()
const chunkOfIcon = (id: string) => iconChunks.get(iconFile.exec(id)?.[1] ?? '')

/** Files that load when the palette is first opened. The parts of the library are used by the palette alone. */
const paletteFiles =
  /web[\\/]parts[\\/]palette[\\/]|@mantine[\\/]spotlight|@mantine[\\/]core[\\/]\w+[\\/]components[\\/](ScrollArea|Input|Highlight|Mark)[\\/]/
/** Messages in the corner, loaded behind the first page. The parts of the library are used by them alone. */
const toastFiles =
  /node_modules[\\/](@mantine[\\/](notifications|core[\\/]esm[\\/]components[\\/]Notification|hooks[\\/]esm[\\/]use-(drag|long-press))|react-transition-group)[\\/]|web[\\/]ui[\\/]toasts\./

/** The drawing library and what it alone needs: loaded by itself, where something is drawn. With the library it would be everywhere. */
const chartFiles =
  /node_modules[\\/](@mantine[\\/]charts|@mantine[\\/]core[\\/]esm[\\/]components[\\/]ColorSwatch|recharts|victory-vendor|d3-[a-z-]+|internmap|@reduxjs|react-redux|redux|redux-thunk|reselect|immer|es-toolkit|eventemitter3|decimal\.js-light|tiny-invariant|react-is)[\\/]/

/** The spreadsheet, loaded where somebody opens one. */
const sheetFiles =
  /node_modules[\\/]@revolist[\\/]|web[\\/]ui[\\/](sheet|cell-editor|use-sheet-keys)\.|web[\\/]pages[\\/]listings[\\/]grid[\\/](?!replace-|send-changes)/

/** The form of a listing with the editor of formatted text, loaded where somebody edits one. */
const editorFiles =
  /node_modules[\\/](squire-rte|dompurify)[\\/]|web[\\/]ui[\\/]rich-text-field\.|web[\\/]parts[\\/]listing-html-field\.|web[\\/]pages[\\/]listings[\\/]edit[\\/](edit-listing|package-fields|alert-levels|listing-draft|use-photo-uploads)\./

export default defineConfig({
  root: path.resolve(root, 'web'),
  plugins: [react(), splitTexts(path.resolve(root, 'web')), prefetchScript(), precompress()],
  worker: { format: 'es' },
  define: { 'import.meta.env.VITE_PRINT_AGENT': JSON.stringify(printAgentVersion()) },
  build: {
    outDir,
    emptyOutDir: true,
    // The tokens use light-dark(), which older browsers would need a second stylesheet for.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // An inlined font or image would be blocked by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [path.resolve(root, 'web/index.html'), path.resolve(root, 'web/prefetch.ts')],
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${textFileName(facadeModuleId ?? '') ?? '[name]'}-[hash].js`,
        codeSplitting: {
          // A handful of files instead of fifty: what every page needs, the component library, and the console's own parts.
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|react-i18next|void-elements|html-parse-stringify|use-sync-external-store)[\\/]/,
              priority: 5,
            },
            { name: 'prefetch', test: prefetchFiles, priority: 6 },
            // Pages of a folder with what they need, and then its drawers, which nobody waits for before the list is there.
            { name: (id) => innerFolder.exec(id)?.slice(1).join('-'), test: innerFolder, priority: 0 },
            { name: (id) => pageFolder.exec(id)?.[1], test: pageFolder, priority: 0 },
            // Behind the console's own parts, which they import, and before the pages, which import them.
            { name: 'account-fields', test: accountFields, priority: 1 },
            // An order's address is edited with the fields of a new order.
            { name: 'address-fields', test: /orders[\\/]create[\\/]address-fields/, priority: 1 },
            { name: 'settings', test: /web[\\/]parts[\\/]settings[\\/]/, priority: 1 },
            { name: 'order-rules', test: orderRules, priority: 1 },
            { name: 'listing-rules', test: listingRules, priority: 1 },
            { name: 'template-rules', test: templateRules, priority: 1 },
            // Parcels of an order and couriers' own stores have a place.
            { name: 'place-fields', test: /parts[\\/]place-fields/, priority: 1 },
            // An order and the payouts name fees.
            { name: 'fee-labels', test: /parts[\\/]fee-labels/, priority: 1 },
            // Few pages count or import; in the chunk of either page the other one would load it.
            { name: 'stock-take-queries', test: /queries[\\/]stock-take-queries/, priority: 1 },
            { name: 'import-queries', test: /queries[\\/]import-queries/, priority: 1 },
            // The grid and the table of variants take cells of a spreadsheet.
            {
              name: 'pasted-cells',
              test: /web[\\/]ui[\\/]pasted-cells|[\\/]model[\\/](amount-text|plain-moment)\.ts/,
              priority: 1,
            },
            { name: 'sales', test: /web[\\/]parts[\\/]sales[\\/]/, priority: 1 },
            { name: 'sku-links', test: /web[\\/]parts[\\/]skus[\\/]/, priority: 1 },
            { name: 'list', test: listFiles, priority: 1 },
            // Pages begin a run, and the shell loads its tray with the first one.
            {
              name: 'run',
              test: /parts[\\/]run[\\/](use-run|use-print|action-batch|run-figures)/,
              priority: 1,
            },
            { name: 'run-tray', test: /parts[\\/]run[\\/](?!order-run)/, priority: 0 },
            { name: 'photos', test: /web[\\/]parts[\\/]photos[\\/]/, priority: 1 },
            // The form needs nothing of lists, and the table of variants comes after it.
            { name: 'templates', test: /web[\\/]pages[\\/]templates[\\/][^\\/]+$/, priority: 0 },
            {
              name: 'templates-list',
              test: /web[\\/]pages[\\/]templates[\\/](list|start|view)[\\/]/,
              priority: 0,
            },
            {
              name: 'templates-form',
              test: /web[\\/]pages[\\/]templates[\\/](form|doctor)[\\/]/,
              priority: 0,
            },
            {
              name: 'templates-steps',
              test: /web[\\/]pages[\\/]templates[\\/]steps[\\/]/,
              priority: 0,
            },
            {
              name: 'templates-publish',
              test: /web[\\/]pages[\\/]templates[\\/]publish[\\/]/,
              priority: 0,
            },
            { name: 'variants', test: /web[\\/]pages[\\/]templates[\\/]variants[\\/]/, priority: 0 },
            { name: 'scan', test: /web[\\/]parts[\\/]scan-camera/, priority: 1 },
            { name: 'palette', test: paletteFiles, priority: 0 },
            { name: 'toasts', test: toastFiles, priority: 0 },
            { name: 'panels', test: /web[\\/]ui[\\/]library/, priority: 1 },
            { name: 'grid', test: sheetFiles, priority: 0 },
            { name: 'editor', test: editorFiles, priority: 0 },
            {
              name: 'library',
              test: (id) =>
                libraryFiles.test(id) &&
                !paletteFiles.test(id) &&
                !toastFiles.test(id) &&
                !chartFiles.test(id) &&
                !sheetFiles.test(id) &&
                !editorFiles.test(id),
              priority: 4,
            },
            { name: 'start', test: startFiles, priority: 3 },
            {
              name: chunkOfIcon,
              test: (id) => chunkOfIcon(id) !== undefined,
              priority: 2.5,
            },
            {
              name: 'console',
              test: (id) =>
                (consoleFiles.test(id) || sharedRules.test(id)) &&
                !paletteFiles.test(id) &&
                !toastFiles.test(id) &&
                !sheetFiles.test(id) &&
                !editorFiles.test(id),
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** Puts the head start before everything else in the page's head, and the letters that every language needs with it. */
function prefetchScript(): Plugin {
  return {
    name: 'head-start',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {})
        const entry = files.find((file) => file.type === 'chunk' && file.name === 'prefetch')
        const font = files.find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file.fileName))
        const script = { type: 'module', async: true, crossorigin: true }
        const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
        return [
          {
            tag: 'script',
            attrs: { ...script, src: entry ? `/${entry.fileName}` : '/prefetch.ts' },
            injectTo: 'head-prepend',
          },
          ...(font
            ? [{ tag: 'link', attrs: { ...preload, href: `/${font.fileName}` }, injectTo: 'head' as const }]
            : []),
        ]
      },
    },
  }
}

/** Writes .br and .gz beside every text file, so that the server never compresses on the way out. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json|wasm)$/.test(file))
          .map(async (file) => {
            const whole = path.join(outDir, file)
            const content = await readFile(whole)
            const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
            await Promise.all([
              writeFile(`${whole}.br`, await brotli(content, quality)),
              writeFile(`${whole}.gz`, await zip(content, { level: 9 })),
            ])
          }),
      )
    },
  }
}
