import { expect, it } from 'vitest'
import { batchByKey } from './batch-by-key.ts'

/** Work that ends when it is told to, and what it was given. */
function heldWork() {
  const given: string[][] = []
  const ends: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const add = batchByKey<string>((items) => {
    given.push(items)
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  }, 3)
  return {
    add,
    given,
    end: (at: number) => ends[at]?.resolve(),
    fail: (at: number) => ends[at]?.reject('no'),
  }
}

it('takes what comes during a batch together, a bounded number at a time and in its order', async () => {
  const { add, given, end } = heldWork()
  const first = add('shop', 'a')
  const others = ['b', 'c', 'd', 'e'].map((item) => add('shop', item))
  expect(given).toEqual([['a']])
  end(0)
  await first
  expect(given).toEqual([['a'], ['b', 'c', 'd']])
  end(1)
  await Promise.all(others.slice(0, 3))
  expect(given.at(-1)).toEqual(['e'])
  end(2)
  await Promise.all(others)
  void add('shop', 'later')
  expect(given.at(-1)).toEqual(['later'])
})

it('keeps no key waiting for another', () => {
  const { add, given } = heldWork()
  void add('one', 'a')
  void add('other', 'b')
  expect(given).toEqual([['a'], ['b']])
})

it('fails a batch for its own items alone', async () => {
  const { add, end, fail } = heldWork()
  const first = add('shop', 'a')
  const second = Promise.allSettled([add('shop', 'b'), add('shop', 'c')])
  end(0)
  await first
  fail(1)
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = add('shop', 'd')
  end(2)
  await next
})
