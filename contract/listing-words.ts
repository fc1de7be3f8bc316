/** Words that an account keeps out of its listings. */
import { z } from 'zod'
import { forbiddenKeyOf, mostForbiddenLetters, mostForbiddenWords } from '../model/forbidden-words.ts'
import { endpoints, instant, item, readVersion, version } from './endpoint.ts'
import { requiredText } from './order-address.ts'

const word = z.strictObject({
  word: requiredText(mostForbiddenLetters).describe('Found again whatever its capitals, widths and spaces.'),
  platform_ids: z
    .array(z.int().min(1).max(9999))
    .max(10)
    .describe('Channels that it must not be sent to. Empty: all.'),
})

const shown = z.object({
  words: z.array(z.object({ ...word.shape, changed_by: z.string().nullable(), changed_at: instant })),
  updated_at: version,
})

export const forbiddenWords = endpoints({
  'GET /settings/forbidden-words': {
    summary: 'Words that no template may be published with, by name.',
    access: 'products.view',
    reply: item(shown),
  },
  'PUT /settings/forbidden-words': {
    summary: 'Writes the forbidden words: those that are left out are allowed again.',
    access: 'settings.account',
    body: z.strictObject({
      words: z
        .array(word)
        .max(mostForbiddenWords)
        .check(({ value, issues }) => {
          const known = new Set<string>()
          for (const [at, one] of value.entries()) {
            const key = forbiddenKeyOf(one.word)
            if (known.has(key))
              issues.push({
                code: 'custom',
                input: value,
                path: [at, 'word'],
                message: 'field.repeated_word',
              })
            known.add(key)
          }
        }),
      updated_at: readVersion,
    }),
    reply: item(shown),
    errors: ['changed_by_other'],
  },
})
