import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { afterReading, ConsoleQueries } from './console-queries.ts'

/** Orders as a server has them, whose answers leave with what was true when they were asked for and arrive when let go. */
function startOrders() {
  const queries = new ConsoleQueries({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } })
  const waiting: { arrive: () => void; signal: AbortSignal }[] = []
  let orders = 1
  const query = {
    queryKey: ['orders'],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const answer = orders
      return new Promise<number>((arrive) => {
        waiting.push({ arrive: () => arrive(answer), signal })
      })
    },
  }
  const asked = async (times: number) => expect.poll(() => waiting.length).toBe(times)
  return {
    queries,
    query,
    /** An order comes in, and the page is told. */
    come: async (options?: typeof afterReading) => {
      orders++
      await queries.invalidateQueries({ queryKey: query.queryKey }, options)
    },
    shown: () => queries.getQueryData(query.queryKey),
    open: () => new QueryObserver(queries, query).subscribe(() => {}),
    arrive: async (nth: number) => {
      await asked(nth)
      waiting[nth - 1]?.arrive()
    },
    asked: () => waiting.length,
    isAborted: (nth: number) => waiting[nth - 1]?.signal.aborted,
  }
}

describe('a change that is told while its query is being read', () => {
  it('is read after the first answer', async () => {
    const { open, come, arrive, shown } = startOrders()
    open()
    void come()
    await arrive(1)
    await arrive(2)
    await expect.poll(shown).toBe(2)
  })

  it('is read after an answer that keeps being overtaken', async () => {
    const { open, come, arrive, shown, asked, isAborted } = startOrders()
    open()
    await arrive(1)
    await expect.poll(shown).toBe(1)
    void come(afterReading)
    for (let times = 0; times < 5; times++) void come(afterReading)
    await arrive(2)
    await expect.poll(shown).toBe(2)
    await arrive(3)
    await expect.poll(shown).toBe(7)
    expect(asked()).toBe(3)
    expect([isAborted(2), isAborted(3)]).toEqual([false, false])
  })

  it('makes what was read ahead of a page old', async () => {
    const { queries, query, open, come, arrive, shown } = startOrders()
    const ahead = queries.prefetchQuery(query)
    void come()
    await arrive(1)
    await ahead
    expect(shown()).toBe(1)
    open()
    await arrive(2)
    await expect.poll(shown).toBe(2)
  })

  it('is not forgotten with a page that is left', async () => {
    const { queries, query, open, come, arrive, asked, shown } = startOrders()
    const leave = open()
    await arrive(1)
    await expect.poll(shown).toBe(1)
    void queries.refetchQueries({ queryKey: query.queryKey })
    await expect.poll(asked).toBe(2)
    void come(afterReading)
    leave()
    open()
    await expect.poll(asked).toBe(3)
  })
})

it('sets the answer to a change over a read that began before it', async () => {
  const { queries, query, open, arrive, asked, shown, isAborted } = startOrders()
  open()
  await arrive(1)
  await expect.poll(shown).toBe(1)
  void queries.refetchQueries({ queryKey: query.queryKey })
  await expect.poll(asked).toBe(2)
  queries.setQueryData(query.queryKey, 7)
  await expect.poll(asked).toBe(3)
  expect([shown(), isAborted(2)]).toEqual([7, true])
})
