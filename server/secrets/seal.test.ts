import { expect, it } from 'vitest'
import { createSealer, UnknownKey } from './seal.ts'

const sealer = createSealer([Buffer.alloc(32, 1)])
const sealed = sealer.seal('a secret', 'shop 1')

it('opens what it sealed, for what it was sealed for', () => {
  expect(sealer.open(sealed, 'shop 1')).toBe('a secret')
  expect(() => sealer.open(sealed, 'shop 2')).toThrow()
})

it('never seals the same twice alike', () => {
  expect(sealer.seal('a secret', 'shop 1')).not.toEqual(sealed)
})

it('opens nothing in which a single bit was changed, or that was cut', () => {
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealer.open(changed, 'shop 1'), `byte ${at}`).toThrow()
    expect(() => sealer.open(sealed.subarray(0, at), 'shop 1'), `cut at ${at}`).toThrow()
  }
})

it('says when another key sealed it', () => {
  expect(() => createSealer([Buffer.alloc(32, 2)]).open(sealed, 'shop 1')).toThrow(UnknownKey)
})
