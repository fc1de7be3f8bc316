import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createCatalog } from './catalog.ts'
import { createClock } from './clock.ts'
import { createOrderIndex } from './order-index.ts'
import { mapPart, openOrderState, pushUrlPart, statePart } from './order-state.ts'
import { temporaryPath } from './test-steps.ts'

interface Order {
  id: string
  shop: { id: number }
  createTime: number
  updateTime: number
  note: string
}

/** A marketplace with nothing but what the state file needs; its sample is one order. */
async function open(path: string) {
  const clock = createClock(() => 9_000_000)
  const book = createOrderIndex((order: Order) => order.id)
  const settings = { pushUrl: '' }
  const items = new Map<number, string>()
  let saveTokens = (): void => {}
  const resumed: string[] = []
  const create = (id: string, at: number): Order => ({
    id,
    shop: { id: 1 },
    createTime: at,
    updateTime: at,
    note: '',
  })
  const state = await openOrderState(
    path,
    {
      clock,
      shops: new Map([[1, { id: 1 }]]),
      book,
      factory: { create: (_shop, { ref }, now) => create(ref, now), reset: () => undefined },
      catalog: createCatalog<number>(clock, ({ sku }) => ({ productId: sku.length, skuId: 0, variant: '' })),
      tokens: { onChange: (listener) => (saveTokens = listener) },
      resume: ({ id }) => resumed.push(id),
    },
    {
      loadSample: (anchor) => Promise.resolve(book.add([create('sample', anchor - 10)])),
      parts: [
        pushUrlPart(settings),
        mapPart('items', z.array(z.tuple([z.number(), z.string()])), items),
        statePart('extra', z.number().default(7), {
          dump: () => 8,
          restore: (value) => items.set(0, `${value}`),
        }),
      ],
      changed: {
        schema: z.array(z.object({ id: z.string(), updateTime: z.number(), note: z.string() })),
        idOf: ({ id }) => id,
        write: ({ id, updateTime, note }) => ({ id, updateTime, note }),
        apply: (order, { note }) => (order.note = note),
      },
    },
  )
  return { state, book, settings, items, resumed, create, clock, saveTokens: () => saveTokens() }
}

it('goes on with new orders, changes and parts, at the times that they had', async () => {
  const path = temporaryPath()
  const first = await open(path)
  first.book.create(first.create('new', 9_000), { ref: 'new', lines: [['S', 'Cup', 1, 2]] })
  const sample = first.book.find('sample')
  if (sample) first.book.change(sample, 9_001, () => (sample.note = 'gift'))
  first.settings.pushUrl = 'http://console.test/'
  first.items.set(3, 'three')
  first.state.close()

  const second = await open(path)
  expect(second.book.find('sample')).toMatchObject({ note: 'gift', createTime: 8_990, updateTime: 9_001 })
  expect(second.book.find('new')).toMatchObject({ createTime: 9_000 })
  expect([...second.items]).toEqual([
    [3, 'three'],
    [0, '8'],
  ])
  expect(second.settings.pushUrl).toBe('http://console.test/')
  expect(second.resumed).toEqual(['new', 'sample'])
  second.state.close()
  // Orders that were read are written again, though nothing of them changed since.
  expect((await open(path)).book.find('new')).toBeDefined()
})

it('writes tokens at once, and refuses a file that is none of its own', async () => {
  const path = temporaryPath()
  const { saveTokens, settings, state } = await open(path)
  expect(existsSync(path)).toBe(true)
  settings.pushUrl = 'http://a.test/'
  saveTokens()
  expect(readFileSync(path, 'utf8')).toContain('http://a.test/')
  state.close()
  writeFileSync(path, readFileSync(path, 'utf8').replace('"items":[]', '"items":[["a","b"]]'))
  await expect(open(path)).rejects.toThrow('is no state of this sandbox')
})
