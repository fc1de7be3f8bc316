/** Reading on while others are saved: what is taken together, what stays apart, and what becomes of a page that fails. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createReadAhead } from './read-ahead.ts'
import type { Sync } from './sync-store.ts'

const begin = { phase: 'import', cursor: null } as Sync
const after = (page: number) => ({ ...begin, cursor: String(page) })

/** A channel with these pages, of which the one numbered `failing` does not come. */
function channel(pages: string[][], failing?: number) {
  const asked: number[] = []
  let mayGoOn = true
  const ahead = createReadAhead<string>(
    async ({ cursor }) => {
      const at = Number(cursor ?? 0)
      asked.push(at)
      await turn()
      if (at === failing) throw new Error('the channel is away')
      const nextCursor = at + 1 < pages.length ? String(at + 1) : null
      return { items: pages[at] ?? [], failures: [], nextCursor, readAt: new Date(at) }
    },
    (item) => item,
    () => mayGoOn,
  )
  return { ahead, asked, stop: () => (mayGoOn = false) }
}

it('takes the first page as it comes, and together what came while it was saved', async () => {
  const { ahead, asked } = channel([['a', 'b'], ['c'], ['d']])
  expect(await ahead.take(begin)).toMatchObject({ items: ['a', 'b'], nextCursor: '1' })
  await ahead.end()
  expect(asked).toEqual([0, 1, 2])
  expect(await ahead.take(after(1))).toMatchObject({
    items: ['c', 'd'],
    nextCursor: null,
    readAt: new Date(1),
  })
  expect(ahead.isEmpty()).toBe(true)
})

it('saves later what is told of something a second time', async () => {
  const { ahead } = channel([['a'], ['b'], ['c', 'b'], ['d']])
  await ahead.take(begin)
  await ahead.end()
  expect(await ahead.take(after(1))).toMatchObject({ items: ['b'], nextCursor: '2' })
  expect(await ahead.take(after(2))).toMatchObject({ items: ['c', 'b', 'd'], nextCursor: null })
})

it('reads no further than is enough for one transaction', async () => {
  const many = Array.from({ length: 8 }, (_, page) => Array.from({ length: 150 }, (_, at) => `${page}/${at}`))
  const { ahead, asked } = channel(many)
  await ahead.take(begin)
  await ahead.end()
  expect(asked).toEqual([0, 1, 2, 3])
  expect((await ahead.take(after(1))).items).toHaveLength(450)
})

it('reads nothing more once it may not, and keeps what it has read', async () => {
  const { ahead, asked, stop } = channel([['a'], ['b'], ['c']])
  await ahead.take(begin)
  stop()
  await ahead.end()
  expect(asked).toEqual([0, 1])
  expect(ahead.isEmpty()).toBe(false)
  expect(await ahead.take(after(1))).toMatchObject({ items: ['b'], nextCursor: '2' })
  expect(ahead.isEmpty()).toBe(true)
})

it('brings what came before a failure first, and then the failure', async () => {
  const { ahead } = channel([['a'], ['b'], ['c']], 2)
  await ahead.take(begin)
  await ahead.end()
  expect(await ahead.take(after(1))).toMatchObject({ items: ['b'] })
  expect(ahead.isEmpty()).toBe(false)
  await expect(ahead.take(after(2))).rejects.toThrow('the channel is away')
})

it('begins anew where the sync stands elsewhere', async () => {
  const { ahead, asked } = channel([['a'], ['b'], ['c']])
  await ahead.take(begin)
  await ahead.end()
  expect(await ahead.take(after(2))).toMatchObject({ items: ['c'], nextCursor: null })
  expect(asked).toEqual([0, 1, 2, 2])
})
