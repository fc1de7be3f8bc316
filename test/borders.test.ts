/** The borders between domains and between pages, which lint rules cannot express. */
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findCycles, readImports } from './import-graph.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const graph = readImports(sources, root)
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Folders of the server that any domain may use, and that use domains through their stores alone. */
const infrastructure = [
  'config',
  'http',
  'jobs',
  'outbox',
  'syncs',
  'secrets',
  'i18n',
  'audit',
  'db',
  'images',
]

/** Imports from another domain beside its stores, and why. To become fewer. */
const exceptions: { from: string; to: string; files: RegExp; reason: string }[] = [
  {
    from: 'analytics',
    to: 'orders',
    files: /present-order-brief|order-filter|order-count-ranges/,
    reason: 'home shows rows of the list, and couriers are counted by its months and days',
  },
  {
    from: 'returns',
    to: 'orders',
    files: /order-actions-of|present-order-action|present-action-batch/,
    reason: 'answers are actions',
  },
  {
    from: 'deliveries',
    to: 'orders',
    files: /order-actions-of|packing-of|refuse-action/,
    reason: 'dividing an order is an action that is allowed like the others',
  },
  {
    from: 'exports',
    to: 'orders',
    files: /order-conditions|order-filter/,
    reason: 'the file has the rows of the list',
  },
  { from: 'exports', to: 'backup', files: /write-backup/, reason: 'an account is exported as its backup' },
  {
    from: 'orders',
    to: 'deliveries',
    files: /booking|default-courier/,
    reason: 'confirming an order books a courier where the channel has none',
  },
  { from: 'orders', to: 'returns', files: /present-parcel-back/, reason: 'an order shows its parcel' },
  { from: 'shops', to: 'deliveries', files: /default-courier/, reason: 'a shop has a courier of its own' },
  { from: 'shops', to: 'settings', files: /change-account/, reason: 'the first shop sets zone and currency' },
  { from: 'auth', to: 'billing', files: /plan/, reason: 'the central home sends plans with the sign-in' },
]

const folderOf = (path: string, under: string) => {
  const [folder, ...rest] = path.startsWith(under) ? path.slice(under.length).split('/') : []
  return rest.length > 0 ? folder : undefined
}

function crossings(under: string): { from: string; to: string; path: string; target: string }[] {
  return [...graph].flatMap(([path, targets]) =>
    targets.flatMap((target) => {
      const [from, to] = [folderOf(path, under), folderOf(target, under)]
      return from && to && from !== to ? [{ from, to, path, target }] : []
    }),
  )
}

describe('the borders', () => {
  const domains = crossings('server/').filter(
    ({ path, to, target }) => !isTest(path) && !infrastructure.includes(to) && !target.endsWith('-store.ts'),
  )

  it('let a domain import its own folder, infrastructure and the stores of others', () => {
    const isExcepted = ({ from, to, target }: (typeof domains)[number]) =>
      exceptions.some((one) => one.from === from && one.to === to && one.files.test(target))
    expect(
      domains.filter((one) => !isExcepted(one)).map(({ path, target }) => `${path} -> ${target}`),
    ).toEqual([])
  })

  it('have at most ten exceptions between domains, each of them needed, and none for infrastructure', () => {
    expect(exceptions.length).toBeLessThanOrEqual(10)
    const unused = exceptions.filter(
      (one) =>
        !domains.some(({ from, to, target }) => one.from === from && one.to === to && one.files.test(target)),
    )
    expect(unused).toEqual([])
    expect(exceptions.filter(({ from }) => infrastructure.includes(from))).toEqual([])
  })

  it('let no page import another', () => {
    expect(crossings('web/pages/').map(({ path, target }) => `${path} -> ${target}`)).toEqual([])
  })

  it('let files import each other in no circle, types included', () => {
    expect(findCycles(readImports(sources, root, true))).toEqual([])
  })

  it('give every file outside of connectors and sandbox a base name of its own', () => {
    const ours = sources.filter((path) => !/^(connectors|sandbox)\//.test(path) && !isTest(path))
    const byName = Map.groupBy(ours, (path) => basename(path).replace(/\.\w+$/, ''))
    const twice = [...byName].filter(([, paths]) => paths.length > 1).map(([name]) => name)
    expect(twice).toEqual([])
  })
})
