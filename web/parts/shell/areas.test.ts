import { describe, expect, it } from 'vitest'
import type { Me } from '../../session.ts'
import { areas, isActive, isDisabled } from './areas.ts'

const activeAt = (path: string) => areas.filter((area) => isActive(area, path)).map(({ name }) => name)

describe('the entry of the menu that is marked', () => {
  it.each([
    ['/', ['home']],
    ['/orders', ['orders']],
    ['/orders/41', ['orders']],
    ['/products', ['products']],
    ['/products/detail/7', ['products']],
    ['/skus/12', ['skus']],
    ['/customers/all-customers/3', ['customers']],
    ['/customers/group-customer/3', ['customers']],
    ['/setting/stock', ['setting']],
    ['/ordersome', []],
    ['/nowhere', []],
  ])('at %s is %s', (path, names) => {
    expect(activeAt(path)).toEqual(names)
  })

  it('is one alone, whichever of the entries is open', () => {
    for (const { to, name } of areas) expect(activeAt(to)).toEqual([name])
    for (const { to } of areas.flatMap(({ pages }) => pages ?? []))
      expect(activeAt(to)).toEqual(['analytics'])
  })
})

describe('entries that are greyed out', () => {
  const rights = (more: object) =>
    ({ scope: 'staff', roles: [], group_permissions: [], permissions: [], ...more }) as unknown as Me
  const open = (me: Me) => areas.filter((area) => !isDisabled(area, me)).map(({ name }) => name)

  it('are all but home, settings and help for somebody without a right', () => {
    expect(open(rights({}))).toEqual(['home', 'setting', 'faq'])
  })

  it('are none for the owner', () => {
    expect(open(rights({ scope: 'owner' }))).toEqual(areas.map(({ name }) => name))
  })

  it('are the others for somebody of one area', () => {
    expect(open(rights({ group_permissions: ['customers'] }))).toEqual([
      'home',
      'customers',
      'setting',
      'faq',
    ])
  })
})
