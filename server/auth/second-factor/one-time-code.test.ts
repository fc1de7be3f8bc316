import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { codeAt, newRecoveryCodes, newSecret, recoveryHash, secretUri, stepOf } from './one-time-code.ts'

// RFC 6238, appendix B: its secret, and the eight digits at each moment; we take the last six of them.
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
const vectors = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

describe('a code', () => {
  it.each(vectors)('is that of the RFC at %i', (seconds, digits) => {
    const at = new Date(seconds * 1000)
    expect(codeAt(secret, at)).toBe(digits.slice(2))
    expect(stepOf(secret, digits.slice(2), at)).toBe(Math.floor(seconds / 30))
  })

  it('holds half a minute more to either side, and no longer', () => {
    const at = new Date('2026-11-22T12:00:00Z')
    const code = codeAt(secret, at)
    const later = (seconds: number) => stepOf(secret, code, new Date(at.getTime() + seconds * 1000))
    const step = at.getTime() / 30_000
    expect([later(-30), later(0), later(29), later(59)]).toEqual([step, step, step, step])
    expect([later(-31), later(60)]).toEqual([null, null])
    expect(stepOf(secret, code === '000000' ? '000001' : '000000', at)).toBeNull()
  })

  it('comes from a secret of 160 bits that no two users share', () => {
    const [one, other] = [newSecret(), newSecret()]
    expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(one).not.toBe(other)
    const uri = new URL(secretUri(one, 'aoi+1@example.test'))
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe(one)
    expect(decodeURIComponent(uri.pathname)).toContain('aoi+1@example.test')
  })
})

describe('a recovery code', () => {
  it('is one of ten, read with and without its dashes', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const [code = ''] = codes
    expect(recoveryHash(code.replaceAll('-', '').toLowerCase())).toEqual(recoveryHash(code))
    expect(recoveryHash(code)).not.toEqual(recoveryHash(codes[1] ?? ''))
  })
})
