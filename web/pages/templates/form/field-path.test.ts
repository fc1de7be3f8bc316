import { expect, test } from 'vitest'
import { withoutRepeats } from './field-path.ts'

const at = (path: string, shop: number | null, message: string) => ({
  path,
  platform_id: shop,
  shop_id: shop,
  message,
})

test('a fault is told once: of the form, whichever channels find it, and of a variant that shops take from the form', () => {
  const ofForm = at('skus.0.price', null, 'At least 1')
  const ofStep = at('skus.0.price', 5, 'At least 0.01')
  const problems = [
    at('name', null, 'At least 20'),
    ofForm,
    at('name', 1, 'At least 20'),
    at('name', 5, 'At least 25'),
    at('name', 2, 'At least 25'),
    { ...ofForm, platform_id: 1, shop_id: 1 },
    at('platform_category_id', 1, 'Choose one'),
    at('platform_category_id', 2, 'Choose one'),
    ofStep,
  ]
  expect(withoutRepeats(problems)).toEqual([
    at('name', null, 'At least 20'),
    ofForm,
    at('name', 5, 'At least 25'),
    at('platform_category_id', 1, 'Choose one'),
    at('platform_category_id', 2, 'Choose one'),
    ofStep,
  ])
})
