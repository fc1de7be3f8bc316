/** The rules of the house, as tests: what a lint rule cannot see. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../contract/endpoints.ts'
import { settings } from '../server/config/config-settings.ts'
import vitestConfig from '../vitest.config.ts'
import { areLinked, readImports } from './import-graph.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)))
const sources = tracked.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const product = sources.filter((path) => !/(\.test\.tsx?|^test\/|^bench\/|^scripts\/)/.test(path))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const matching = (paths: string[], pattern: RegExp) => paths.filter((path) => pattern.test(read(path)))

/** Written here with the reason when a file has to be longer than 500 lines. */
const longFiles: string[] = []

describe('the house', () => {
  it('has no file over 500 lines', () => {
    const long = sources.filter((path) => read(path).split('\n').length > 501)
    expect(long.filter((path) => !longFiles.includes(path))).toEqual([])
  })

  it('uses no custom property of CSS that nothing sets', () => {
    const styles = tracked.filter((path) => path.endsWith('.css')).map(read)
    const setters = [...styles, ...product.filter((path) => path.endsWith('.tsx')).map(read)]
    const set = new Set(
      setters.flatMap((text) => [...text.matchAll(/(--[\w-]+)'?\s*:/g)].map(([, name]) => name)),
    )
    const used = styles.flatMap((text) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name),
    )
    expect([...new Set(used)].filter((name) => !set.has(name) && !name.startsWith('--mantine'))).toEqual([])
  })

  it('silences no checker', () => {
    const silencers =
      /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint|biome)-(disable|ignore)|\bas any\b|: any\b/
    expect(matching(sources, silencers).filter((path) => path !== 'test/house.test.ts')).toEqual([])
  })

  it('skips no test and sleeps in none', () => {
    const tests = sources.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'test/house.test.ts')
    expect(matching(tests, /\b(it|test|describe)\.(skip|only|todo)\b|waitForTimeout\(/)).toEqual([])
  })

  it('has no barrel', () => {
    const reexports = (path: string) =>
      read(path)
        .split('\n')
        .filter((line) => /^export .* from /.test(line)).length
    expect(sources.filter((path) => reexports(path) > 2)).toEqual([])
  })

  it('keeps SQL in the stores and in db', () => {
    const sqlText = /\bsql`|\bsql<|\.query\(|\bhotRead\(/
    const outside = product
      .filter(
        (path) => path.startsWith('server/') && !path.startsWith('server/db/') && !path.endsWith('-store.ts'),
      )
      .filter((path) => path !== 'server/jobs/jobs.ts' && path !== 'server/http/health-routes.ts')
    expect(matching(outside, sqlText)).toEqual([])
  })

  it('names a channel only in connectors, sandbox and locales', () => {
    const names = /shopee|lazada|tiktok|\btiki\b|woocommerce|medusa|espocrm/i
    // Words that the API has to say as they are.
    const literal =
      /shopee_coins|check-tracking-number-shopee|get-shopee-shipment-providers|cate_name_my|images_(lazada|shopee|tiktok)|\/categories\/(lazada|shopee|tiktok)\b/g
    const elsewhere = product.filter(
      (path) => /^(model|contract|server|web)\//.test(path) && !path.includes('/locales/'),
    )
    expect(elsewhere.filter((path) => names.test(read(path).replaceAll(literal, '')))).toEqual([])
  })

  it('names a courier only in connectors, sandbox and locales', () => {
    const names = /\b(gdex|ghn|jnt|ninjavan)\b|j&t|ninja ?van|giao h.ng nhanh|ChequeForGDEX/i
    // Paths and a value of the API that the specification names.
    const literal =
      /\/deliveries\/(integrate\/(gdex|ghn|jnt|ninjavan)|ghn\/(provinces|districts|wards)|warehouse\/ninjavan)\b|ChequeForGDEX/g
    const elsewhere = product.filter(
      (path) => /^(model|contract|server|web)\//.test(path) && !path.includes('/locales/'),
    )
    expect(elsewhere.filter((path) => names.test(read(path).replaceAll(literal, '')))).toEqual([])
    expect(elsewhere.filter((path) => names.test(path))).toEqual([])
  })

  it('gives every connector a README, fixtures and known file names', () => {
    const known =
      /^(index|auth|wire|orders|customers|customer-mapping|mapping|payment|status|products|product-mapping|product-wire|stock|warehouses|catalog|listings|listing-draft|listing-edit|listing-fields|listing-models|listing-prices|listing-update|publishing|shipping|splitting|delivery-status|labels|tracking|cancelling|cancel-reasons|editing|order-creation|returns|settlements|selling-wire|webhooks)(\.test)?\.ts$|^README\.md$|^fixtures$|^recorded.*\.ts$/
    const folder = join(root, 'connectors/channels')
    for (const channel of readdirSync(folder)) {
      const files = readdirSync(join(folder, channel))
      expect(files, channel).toEqual(expect.arrayContaining(['README.md', 'fixtures', 'index.ts']))
      expect(
        files.filter((file) => !known.test(file)),
        channel,
      ).toEqual([])
    }
  })

  it('lets channels import no other channel, and the shared dialect only those who speak it', () => {
    const imports = (path: string) =>
      [...read(path).matchAll(/from '(\.[^']*)'/g)].map(([, from]) => from ?? '')
    const isElsewhere = (path: string) => (from: string) =>
      /^\.\.\/(?!\.\.)/.test(from) || (!/\/(website|pos)\//.test(path) && from.includes('/woocommerce/'))
    const channels = product.filter((path) => /^(connectors|sandbox)\/channels\//.test(path))
    const strays = channels.flatMap((path) =>
      imports(path)
        .filter(isElsewhere(path))
        .map((from) => [path, from]),
    )
    const dialect = product.filter((path) => /^(connectors|sandbox)\/woocommerce\//.test(path))
    const backwards = dialect.filter((path) => imports(path).some((from) => /channels|registry/.test(from)))
    const ours = /^\.\/|^\.\.\/(?!registry)[a-z-]+\.ts$|^\.\.\/\.\.\/model\//
    const others = dialect
      .filter((path) => path.startsWith('connectors/'))
      .filter((path) => imports(path).some((from) => !ours.test(from)))
    expect([strays, backwards, others]).toEqual([[], [], []])
    expect(channels.length > 20 && dialect.length > 20).toBe(true)
  })

  it('serves every endpoint of the contract', () => {
    const served = sources
      .filter((path) => /^server\/.*-routes\.ts$/.test(path))
      .map(read)
      .join('\n')
    expect(Object.keys(allEndpoints).filter((name) => !served.includes(`'${name}'`))).toEqual([])
  })

  it('has an endpoint for every call of the web', () => {
    const called = sources
      .filter((path) => path.startsWith('web/'))
      .flatMap((path) =>
        [...read(path).matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(([, name]) => name),
      )
    expect([...new Set(called)].filter((name) => name !== undefined && !(name in allEndpoints))).toEqual([])
  })

  it('runs every test file: a project of vitest has it', () => {
    const projects = (vitestConfig.test?.projects ?? []) as {
      test: { include: string[]; exclude: string[] }
    }[]
    const isIn = (path: string, globs: string[]) => globs.some((glob) => matchesGlob(path, glob))
    const files = sources.filter((path) => /\.test\.tsx?$/.test(path))
    expect(files.length).toBeGreaterThan(300)
    expect(
      files.filter(
        (path) => !projects.some(({ test }) => isIn(path, test.include) && !isIn(path, test.exclude)),
      ),
    ).toEqual([])
  })

  it('keeps the root small', () => {
    const entries = new Set(tracked.map((path) => path.split('/')[0]))
    expect(entries.size).toBeLessThanOrEqual(25)
  })

  it('documents every setting in the README, with its default', () => {
    const readme = read('README.md')
    for (const { name, default: standard } of settings) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row, name).toBeDefined()
      if (standard !== undefined) expect(row, name).toContain(standard)
    }
  })

  it('walks from channel to screen through the files that ARCHITECTURE.md names', () => {
    const walk = [...read('ARCHITECTURE.md').matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path ?? '')
    expect(walk.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(walk.length).toBeLessThanOrEqual(17)
    expect(walk.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0)).toBeLessThan(2750)
    const graph = readImports(sources, root)
    const strays = walk.filter(
      (path, at) => at > 0 && !walk.slice(0, at).some((before) => areLinked(graph, before, path)),
    )
    expect(strays).toEqual([])
  })

  it('shows for each security requirement a test that is there, or says why not', () => {
    const rows = [...read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \|$/gm)]
    // Number of requirements of levels 1 and 2.
    expect(new Set(rows.map(([, number]) => number)).size).toBe(253)
    const named = rows.flatMap(([, , , shown = '']) =>
      [...shown.matchAll(/`([^` ]+\.ts)`/g)].map(([, path]) => path ?? ''),
    )
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('writes no HTML into a page by hand', () => {
    const pages = sources.filter((path) => path.startsWith('web/'))
    expect(matching(pages, /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/)).toEqual(
      [],
    )
  })

  it('keeps decision notes short', () => {
    const notes = tracked.filter((path) => path.startsWith('docs/decisions/'))
    expect(notes.length).toBeGreaterThan(3)
    expect(notes.filter((path) => read(path).split('\n').length > 51)).toEqual([])
  })
})
