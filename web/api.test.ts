import { describe, expect, it } from 'vitest'
import { messageOf, queryString } from './api.ts'

describe('the message of a refusal', () => {
  it('is the message', () => {
    expect(messageOf({ message: 'Token is invalid', code: 'unauthenticated' })).toBe('Token is invalid')
  })

  it('joins an object of messages line by line', () => {
    expect(messageOf({ message: { a: ['one', 'two'], b: 'three' } })).toBe('one\ntwo\nthree')
  })

  it('names the invalid fields when there is no message', () => {
    expect(messageOf({ invalid_fields: { email: 'required', name: 'too long' } })).toBe(
      'email: required\nname: too long',
    )
  })

  it('takes invalid fields that are only a text', () => {
    expect(messageOf({ invalid_fields: 'not readable' })).toBe('not readable')
  })

  it('is empty when the server says nothing', () => {
    expect(messageOf({ code: 'internal' })).toBe('')
  })
})

describe('a query', () => {
  it('leaves out what is not set and joins lists', () => {
    expect(queryString({ keyword: undefined, status: '', shop_id: [1, 2], page: 3 })).toBe(
      '?shop_id=1,2&page=3',
    )
  })

  it('encodes what would break an address', () => {
    expect(queryString({ keyword: 'a&b#c+d%' })).toBe('?keyword=a%26b%23c%2Bd%25')
  })

  it('is nothing without values', () => {
    expect(queryString({})).toBe('')
  })
})
