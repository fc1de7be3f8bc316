import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConsoleQueries } from '../../../console-queries.ts'
import { orderKeys } from '../../../parts/queries/order-queries.ts'
import { type StarChange, starOrders } from './star-orders.ts'

const all = [...orderKeys.lists, { page: 1 }]
const starred = [...orderKeys.lists, { is_star: 1 }]
const queue = [...orderKeys.lists, 'queue', {}, ['today']]
const detail = [...orderKeys.details, 2]
const rows = (stars: (0 | 1)[]) => stars.map((is_star, at) => ({ id: at + 1, is_star }))

/** Answers to the calls that star, in their order; a call without one waits for it. */
let answers: ((ids: number[] | null) => void)[] = []
beforeEach(() => {
  answers = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const { is_star } = JSON.parse(body) as StarChange
    return new Promise<Response>((resolve) => {
      answers.push((ids) =>
        resolve(
          ids
            ? Response.json({ data: ids.map((id) => ({ id, is_star })) })
            : Response.json({ code: 'busy' }, { status: 503 }),
        ),
      )
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

function startPage() {
  const queries = new ConsoleQueries()
  queries.setQueryData(all, { data: rows([0, 0, 1]) })
  queries.setQueryData(starred, { data: rows([0, 0, 1]).slice(2) })
  queries.setQueryData(queue, {
    pages: [{ data: rows([0]) }, { data: rows([0, 0]).slice(1) }],
    pageParams: [''],
  })
  queries.setQueryData(detail, { id: 2, is_star: 0 })
  const star = (ids: number[], is_star: 0 | 1) =>
    new MutationObserver(
      queries,
      starOrders(queries, () => undefined),
    ).mutate({ ids, is_star })
  type Rows = { id: number; is_star: 0 | 1 }[]
  const starsIn = (data: Rows) => data.map(({ is_star }) => is_star)
  return {
    queries,
    star,
    shown: () => starsIn(queries.getQueryData<{ data: Rows }>(all)?.data ?? []),
    inQueue: () =>
      starsIn(
        (queries.getQueryData<{ pages: { data: Rows }[] }>(queue)?.pages ?? []).flatMap(({ data }) => data),
      ),
    inDrawer: () => queries.getQueryData<{ is_star: 0 | 1 }>(detail)?.is_star,
    answer: async (call: number, ids: number[] | null) => {
      await expect.poll(() => answers.length).toBe(call)
      answers[call - 1]?.(ids)
    },
  }
}

it('shows a star in the list, the queue and the drawer, and lists that may have another row are read anew', async () => {
  const { queries, star, shown, inQueue, inDrawer, answer } = startPage()
  const done = star([2], 1)
  await answer(1, [2])
  await done
  expect([shown(), inQueue(), inDrawer()]).toEqual([[0, 1, 1], [0, 1], 1])
  expect(queries.getQueryState(starred)?.isInvalidated).toBe(true)
})

it('takes back what was refused, and nothing that was starred meanwhile or before', async () => {
  const { star, shown, inDrawer, answer } = startPage()
  const first = star([1, 3], 1)
  const second = star([2], 1)
  await expect.poll(shown).toEqual([1, 1, 1])
  await answer(1, null)
  await expect(first).rejects.toThrow()
  expect(shown()).toEqual([0, 1, 1])
  await answer(2, null)
  await expect(second).rejects.toThrow()
  expect([shown(), inDrawer()]).toEqual([[0, 0, 1], 0])
})

it('shows a star that waited for another one, which was refused and had the list read anew', async () => {
  const { queries, star, shown, answer } = startPage()
  const first = star([1], 1)
  const second = star([2], 1)
  await answer(1, null)
  await expect(first).rejects.toThrow()
  queries.setQueryData(all, { data: rows([0, 0, 1]) })
  await answer(2, [2])
  await second
  expect(shown()).toEqual([0, 1, 1])
})

it('stays with the last of two clicks on one order', async () => {
  const { star, shown, answer } = startPage()
  const first = star([1], 1)
  const second = star([1], 0)
  await expect.poll(() => answers.length).toBe(1)
  expect(shown()).toEqual([0, 0, 1])
  await answer(1, [1])
  await first
  expect(shown()).toEqual([0, 0, 1])
  await answer(2, [1])
  await second
  expect(shown()).toEqual([0, 0, 1])
})
