import { describe, expect, it } from 'vitest'
import { answerOfMaking, keyOfMaking } from './made-once.ts'

let requests = 0
/** Another one for each test, as the keys last as long as the page. */
const newRequest = () => `/api/v2/stock-receipts {"n":${++requests}}`
const start = Date.UTC(2026, 10, 30)
const minutes = (count: number) => start + count * 60_000

describe('the key of a call that makes something', () => {
  it('is one that a header can carry, and another one for another request', () => {
    const keys = Array.from({ length: 50 }, () => keyOfMaking(newRequest()))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => !/^[!-~]{1,255}$/.test(key))).toEqual([])
  })

  it('stays as long as no answer has come, for ten minutes', () => {
    const request = newRequest()
    const key = keyOfMaking(request, start)
    expect([keyOfMaking(request, minutes(1)), keyOfMaking(request, minutes(9.99))]).toEqual([key, key])
    expect(keyOfMaking(request, minutes(10))).not.toBe(key)
  })

  it('counts its minutes from the first try, and not from the last', () => {
    const request = newRequest()
    const key = keyOfMaking(request, start)
    for (let minute = 1; minute < 10; minute++) expect(keyOfMaking(request, minutes(minute))).toBe(key)
    expect(keyOfMaking(request, minutes(11))).not.toBe(key)
  })

  it.each([
    [200, undefined],
    [201, false],
    [204, undefined],
    [400, 'bad_request'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'validation_failed'],
  ])('is another one once it is known what was made: %d %s', (status, code) => {
    const request = newRequest()
    const key = keyOfMaking(request)
    answerOfMaking(request, status, code)
    expect(keyOfMaking(request)).not.toBe(key)
  })

  it.each([
    [423, 'account_busy'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [502, undefined],
    [503, undefined],
    [409, 'still_running'],
  ])('is the same after an error that tells nothing of it: %d %s', (status, code) => {
    const request = newRequest()
    const key = keyOfMaking(request)
    answerOfMaking(request, status, code)
    expect(keyOfMaking(request)).toBe(key)
  })

  it('is freed by its own answer alone', () => {
    const [one, other] = [newRequest(), newRequest()]
    const keys = [keyOfMaking(one), keyOfMaking(other)]
    answerOfMaking(one, 201, undefined)
    expect(keyOfMaking(other)).toBe(keys[1])
    expect(keyOfMaking(one)).not.toBe(keys[0])
  })
})
