import { describe, expect, it } from 'vitest'
import { segmentFields, type SegmentField } from '../../../../model/segment.ts'
import { refusedIn } from '../../../../test/steps/changed-requests.ts'
import type { SegmentRule } from '../../../parts/queries/customer-queries.ts'
import { firstRule, isComplete, movedRules, ruleAbout, settledRules } from './segment-rules.ts'

const fields = [...(Object.keys(segmentFields) as SegmentField[]), 'bought', 'region'] as const
const refused = (...rules: SegmentRule[]) => refusedIn('POST /customers/shortlists/count', { rules })

const orders = (value: number, joined?: SegmentRule['joined']): SegmentRule => ({
  field: 'orders',
  test: 'at_least',
  value,
  joined,
})
const bought: SegmentRule = { field: 'bought', test: 'at_least', value: 1, sku_ids: [7], days: 90 }
const region: SegmentRule = { field: 'region', test: 'is', places: ['MY/selangor'] }

describe('a new rule', () => {
  it.each(fields.filter((field) => isComplete(ruleAbout(field))))(
    'about %s is taken as it begins',
    (field) => {
      expect(refused(ruleAbout(field))).toEqual([])
      expect(refused(firstRule)).toEqual([])
    },
  )

  it('wants a shop, a product or a place to be chosen', () => {
    expect(fields.filter((field) => !isComplete(ruleAbout(field)))).toEqual(['shop', 'bought', 'region'])
  })

  it('begins with what no other rule has changed', () => {
    const one = ruleAbout('bought')
    if (one.field === 'bought') one.sku_ids.push(1)
    expect(ruleAbout('bought')).toMatchObject({ sku_ids: [] })
  })
})

describe('a rule', () => {
  it.each<[SegmentRule, boolean]>([
    [orders(0), true],
    [orders(Number.NaN), false],
    [{ field: 'spent', test: 'at_most', value: 0.5 }, true],
    [{ field: 'shop', test: 'is', value: 0 }, false],
    [{ field: 'shop', test: 'is', value: 3 }, true],
    [bought, true],
    [{ ...bought, days: null }, true],
    [{ ...bought, days: Number.NaN }, false],
    [{ ...bought, value: Number.NaN }, false],
    [{ ...bought, sku_ids: [] }, false],
    [region, true],
    [{ ...region, places: [] }, false],
    [{ ...region, joined: 'except' }, true],
  ])('is complete or not: %j %s', (rule, is) => {
    expect(isComplete(rule)).toBe(is)
    if (is) expect(refused(rule)).toEqual([])
  })
})

describe('a list of rules', () => {
  it('begins with none that could replace another', () => {
    expect(settledRules([orders(1, 'or'), orders(2, 'or')])).toEqual([orders(1, 'and'), orders(2, 'or')])
    expect(settledRules([orders(1, 'except')])).toEqual([orders(1, 'except')])
    expect(settledRules([])).toEqual([])
  })

  it('stays as it is where nothing is to settle', () => {
    const rules = [orders(1), orders(2, 'or')]
    expect(settledRules(rules)).toEqual(rules)
    expect(settledRules(rules)[0]).toBe(rules[0])
  })

  it.each([
    [1, 0, [2, 1, 3]],
    [2, 1, [1, 3, 2]],
    [0, 1, [2, 1, 3]],
    [0, -1, [1, 2, 3]],
    [2, 3, [1, 2, 3]],
    [5, 0, [1, 2, 3]],
  ])('has the rule of place %d at place %d', (at, to, order) => {
    const moved = movedRules([orders(1), orders(2), orders(3)], at, to)
    expect(moved.map((rule) => rule.field !== 'region' && rule.value)).toEqual(order)
  })

  it('is one that the API takes whichever rule comes first', () => {
    const rules: SegmentRule[] = [orders(2), { ...region, joined: 'or' }, { ...bought, joined: 'except' }]
    for (let at = 1; at < rules.length; at++)
      for (let to = 0; to < at; to++)
        expect([at, to, refused(...movedRules(rules, at, to))]).toEqual([at, to, []])
    for (const gone of rules)
      expect(refused(...settledRules(rules.filter((rule) => rule !== gone)))).toEqual([])
  })
})
