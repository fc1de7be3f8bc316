import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable-password.ts'

const known = { name: 'Kenji Tanaka', email: 'packer@aoi-lanterns.example', companyName: 'Aoi Gifts' }
const guessed = (password: string) => isGuessable(password, known)

describe('a password is easy to guess', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd!',
    'letmein123',
    'iloveyou2',
    'welcome2026',
    '12345678',
    '87654321',
    '123456789a',
    '11111111',
    'aaaaaaaa1',
    'abababab',
    'abc12345',
    'qwerty123',
    'qwertyuiop',
    '1q2w3e4r',
    '1qaz2wsx',
    'asdfghjkl;',
    'football1',
    'sunshine!!',
    'MậtKhẩu1',
    'katalaluan',
    'sakura12',
  ])('as a common one: %s', (password) => expect(guessed(password)).toBe(true))

  it.each(['kenji2026', 'TanakaKenji', 'packer1234', 'aoigifts', 'Lanterns!1', 'sellerconsole'])(
    'as one of words that are known: %s',
    (password) => expect(guessed(password)).toBe(true),
  )
})

it.each([
  'correct horse',
  'battery staple',
  'first horse',
  'demo1234',
  'kenji likes lanterns',
  'x7#Qp2-v',
  '青い提灯と赤い傘',
  '9f3k1m8q',
])('one with something of its own is not: %s', (password) => expect(guessed(password)).toBe(false))
