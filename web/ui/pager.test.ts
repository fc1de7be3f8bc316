import { afterEach, describe, expect, it } from 'vitest'
import { count, piecesIn, writeNumbersAs } from '../parts/figures.ts'
import { pageIn, pagesAround } from './pager.tsx'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 911, [1, 2, null, 911]],
  [4, 911, [1, 2, 3, 4, 5, null, 911]],
  [450, 911, [1, null, 449, 450, 451, null, 911]],
  [911, 911, [1, null, 910, 911]],
  [2, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 911, [1, null, 4, 5, 6, null, 911]],
  [1, 4, [1, 2, 3, 4]],
  [1, 5, [1, 2, null, 5]],
  [1, 0, []],
  // The address names a page that there is no more.
  [40, 3, [1, 2, 3]],
])('page %d of %d', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown)
})

describe('the page that is typed', () => {
  afterEach(() => writeNumbersAs(undefined))

  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['１２', 12],
    ['911', 911],
    ['912', 911],
    ['999999', 911],
    ['0', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1,5', undefined],
    ['1e2', undefined],
    ['0x10', undefined],
    ['last', undefined],
  ])('%j is page %s of 911', (text, page) => {
    expect(pageIn(text, 911, piecesIn)).toBe(page)
  })

  it.each([undefined, 'en-US', 'ja-JP', 'vi-VN', 'ms-MY'])('is read as it is shown in %s', (custom) => {
    writeNumbersAs(custom)
    expect(pageIn(count(1200), 45_000, piecesIn)).toBe(1200)
  })
})
