import { expect, it } from 'vitest'
import { z } from 'zod'
import { languages, type Language } from '../../model/language.ts'
import { invalidFields } from './invalid-fields.ts'

const schema = z.object({
  page: z.coerce.number().int().min(1).max(100),
  price: z.number().gt(0),
  kind: z.enum(['a', 'b']),
  ids: z.array(z.int()).min(2).max(3),
  day: z.iso.date(),
  at: z.iso.datetime(),
  site: z.url(),
  text: z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u),
  one: z.union([z.string(), z.number().max(5)]),
  step: z.number().multipleOf(5),
  hour: z.string().regex(/^\d\d:\d\d$/, { error: 'field.hour' }),
  lines: z.string().regex(/^[^\0\p{Cs}]*$/u),
  number: z.union([z.int(), z.string().regex(/^\d{1,9}$/)]),
  rules: z.array(
    z.discriminatedUnion('of', [
      z.object({ of: z.literal('a'), size: z.int() }),
      z.object({ of: z.literal('b') }),
    ]),
  ),
  state: z.union([z.literal(''), z.literal(0), z.literal(1)]),
  isOn: z.boolean(),
})
const good = {
  page: '1',
  price: 1,
  kind: 'a',
  ids: [1, 2],
  day: '2026-01-31',
  at: '2026-01-31T09:00:00Z',
  site: 'https://a.example',
  text: 'a',
  one: 'a',
  step: 5,
  hour: '09:30',
  lines: 'a',
  number: 1,
  rules: [{ of: 'b' }],
  state: 1,
  isOn: true,
}

function told(change: object, language: Language = 'en') {
  const sent = { ...good, ...change }
  const issues = schema.safeParse(sent, { reportInput: true }).error?.issues ?? []
  return invalidFields(language, issues, sent)
}

it.each([
  [{ page: '0' }, 'Enter 1 or more'],
  [{ page: '101' }, 'Enter 100 or less'],
  [{ page: 'x' }, 'Enter a number'],
  [{ page: undefined }, 'Field cannot be left blank'],
  [{ price: 0 }, 'Enter more than 0'],
  [{ price: '1' }, 'Enter a number'],
  [{ price: null }, 'Field cannot be left blank'],
  [{ kind: 'c' }, 'Use one of these: a, b'],
  [{ kind: undefined }, 'Field cannot be left blank'],
  [{ ids: [1] }, 'Give at least 2'],
  [{ ids: [1, 2, 3, 4] }, 'Give 3 at most'],
  [{ ids: 'x' }, 'Send a list'],
  [{ day: '31.1.2026' }, 'Enter a date such as 2026-01-31'],
  [{ at: 'noon' }, 'Enter a date and time such as 2026-01-31T09:00:00Z'],
  [{ site: 'here' }, 'Enter a full URL, such as https://shop.example'],
  [{ text: 'a\nb' }, 'Remove line breaks and hidden characters'],
  [{ one: 9 }, 'Enter 5 or less'],
  [{ step: 7 }, 'Enter a multiple of 5'],
  [{ hour: '9:30' }, 'Enter a time such as 09:30'],
  [{ hour: '' }, 'Field cannot be left blank'],
  [{ lines: 'a\u0000' }, 'Remove hidden characters'],
  [{ number: 'one' }, 'Enter a whole number'],
  [{ rules: [{ of: 'c' }] }, 'Use one of these: a, b'],
  [{ rules: [{}] }, 'Field cannot be left blank'],
  [{ state: 2 }, 'Use one of these: 0, 1'],
  [{ page: '' }, 'Field cannot be left blank'],
  [{ isOn: 'yes' }, 'Send true or false'],
])('%j is told as %s', (change, text) => {
  expect(Object.values(told(change))).toEqual([text])
})

it('tells an entry of a list that is no whole number', () => {
  expect(told({ ids: [1, 1.5] })).toEqual({ 'ids.1': 'Enter a whole number' })
})

it('names the place inside a list that may have two forms', () => {
  const forms = z.object({ lines: z.union([z.literal('all'), z.array(z.object({ id: z.int() }))]) })
  const issues = forms.safeParse({ lines: [{ id: 1 }, {}] }, { reportInput: true }).error?.issues ?? []
  expect(invalidFields('en', issues)).toEqual({ 'lines.1.id': 'Field cannot be left blank' })
})

it.each(Object.keys(languages) as Language[])('has words of its own for all of them in %s', (language) => {
  const all = told({ page: '0', price: 0, kind: 'c', ids: [], day: '', at: '', site: '', one: {} }, language)
  expect(Object.values(all).join(' ')).not.toMatch(/field\.|Invalid|expected|[{}]/)
})
