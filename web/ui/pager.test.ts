import { expect, it } from 'vitest'
import { pagesAround } from './pager.tsx'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 911, [1, 2, null, 911]],
  [4, 911, [1, 2, 3, 4, 5, null, 911]],
  [450, 911, [1, null, 449, 450, 451, null, 911]],
  [911, 911, [1, null, 910, 911]],
])('page %d of %d', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown)
})
