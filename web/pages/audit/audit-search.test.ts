import { expect, it } from 'vitest'
import { readAuditSearch, savedOf, toAuditQuery } from './audit-search.ts'

it('reads filters from the address, and leaves out what is none', () => {
  const search = {
    user: 12,
    action: 'sign_in',
    target: 'user',
    keyword: ' tea ',
    from: '2026-11-01',
    to: '2026-11-30',
  }
  expect(readAuditSearch(search)).toEqual({ ...search, user: '12', keyword: 'tea' })
  const bad = { user: '0', action: 'dance', target: 7, keyword: {}, from: '2026-02-30', to: 'today', more: 1 }
  expect(readAuditSearch(bad)).toEqual({})
  expect(readAuditSearch({ user: '-1', keyword: '' })).toEqual({})
})

it('keeps a keyword that the server can read', () => {
  expect(readAuditSearch({ keyword: 'a'.repeat(300) }).keyword).toHaveLength(255)
  expect(readAuditSearch({ keyword: '\ud83d' }).keyword).toBe('\ufffd')
  expect(readAuditSearch({ keyword: 2026 })).toEqual({ keyword: '2026' })
})

it('asks and saves in the words of the API', () => {
  const search = { user: '12', action: 'sign_in', target: 'user', keyword: 'tea' }
  expect(toAuditQuery(search)).toEqual({
    user_id: 12,
    action: 'sign_in',
    target_type: 'user',
    keyword: 'tea',
  })
  expect(savedOf(search)).toEqual({ ...search, user: 12 })
  expect(toAuditQuery({})).toEqual({})
})
