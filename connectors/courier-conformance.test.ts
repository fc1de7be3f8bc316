/** Requirements on every courier's folder, whatever the courier can do. Its own tests run it against its emulation. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { couriers } from './couriers/registry.ts'

const root = fileURLToPath(new URL('./couriers', import.meta.url))
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const knownFiles = /^(README\.md|(index|wire|booking|tracking|areas|partners|wallet)\.ts|[\w-]+\.test\.ts)$/

test('every folder is in the registry under its own name, and nothing else is', () => {
  expect(couriers.map(({ code }) => code.replace('_', '-')).toSorted()).toEqual(folders.toSorted())
})

test('every courier keeps the number under which its parcels are stored', () => {
  const ids = { self_delivery: 0, gdex: 1, ghn: 2, jnt: 3, ninjavan: 4 }
  expect(Object.fromEntries(couriers.map(({ code, id }) => [code, id]))).toEqual(ids)
})

test('no two couriers share the name of a setting', () => {
  const names = couriers.flatMap(({ settings }) => settings.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

describe.each(couriers)('$code', (courier) => {
  const path = join(root, courier.code.replace('_', '-'))
  const readme = readFileSync(join(path, 'README.md'), 'utf8')
  const files = readdirSync(path)

  test('has the files that all have, and no others', () => {
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'booking.ts', 'index.ts', 'tracking.ts', 'wire.ts']),
    )
    expect(files.filter((name) => !knownFiles.test(name))).toEqual([])
  })

  test('imports nothing of ours but the model and what all connectors share', () => {
    const imports = files
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(join(path, name), 'utf8').matchAll(/from '(\.[^']*)'/g)])
      .map(([, from]) => from ?? '')
    const allowed = /^\.\/|^\.\.\/\.\.\/(?!registry)[a-z-]+\.ts$|^\.\.\/\.\.\/\.\.\/model\//
    expect(imports.filter((from) => !allowed.test(from))).toEqual([])
  })

  test('documents every setting', () => {
    for (const setting of courier.settings) {
      expect(setting.description).toMatch(/^[A-Z].*\.$/)
      expect(readme).toContain(setting.name)
    }
  })

  test('states limits that let work be done', () => {
    const { callsPerSecond, concurrentCalls, numbersPerTracking } = courier.limits
    expect(Math.min(callsPerSecond, concurrentCalls, numbersPerTracking)).toBeGreaterThanOrEqual(1)
  })

  test('tries every quirk that its README claims', () => {
    const claims = [...readme.matchAll(/^### (\S+)$/gm)].map(([, claim]) => claim)
    const titles = files
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(path, name), 'utf8'))
      .join('\n')
    expect(claims.length).toBeGreaterThan(0)
    expect(claims.filter((claim) => !titles.includes(`[${claim}]`))).toEqual([])
  })

  test('believes no message that nobody signed, and throws on nonsense', () => {
    const { webhooks } = courier
    if (!webhooks) return
    const keys = Object.fromEntries(courier.keys.map(({ name }) => [name, 'x']))
    for (const body of ['', '{}', '[]', 'bizContent=%7B'])
      expect(webhooks.verify({ keys, headers: {}, body })).toBe(false)
    expect(() => webhooks.read({ keys, headers: {}, body: 'nonsense' })).toThrow(
      expect.objectContaining({ kind: 'changed-shape' }),
    )
  })
})
