import { z } from 'zod'
import { faqSlugs, type FaqSlug } from '../model/faq.ts'
import { endpoints, id, instant, item } from './endpoint.ts'

const answer = z
  .string()
  .describe(
    'HTML of p, ol, ul, li, b, kbd and a alone. A link leads to a path of the console, without language.',
  )

const question = z.object({
  id,
  slug: z.enum(faqSlugs as [FaqSlug, ...FaqSlug[]]).describe('The same in every language, for links.'),
  category: z.object({ id, name: z.string() }),
  question: z.string(),
  answer,
  position: z.int().positive().describe('Its place within the category, from 1.'),
  updated_at: instant,
})

const found = question.extend({
  highlight: z
    .object({
      question: z.string().describe('HTML: the question with what was found in mark.'),
      answer: z.string().describe('The answer with what was found in mark.'),
    })
    .describe('The same texts, for the screen.'),
})

export const faq = endpoints({
  'GET /faq': {
    summary: 'Questions and answers about the console, in the language of the request, by category.',
    access: 'signed-in',
    query: z.strictObject({ category_id: z.coerce.number().int().min(1).max(99).optional() }),
    reply: item(z.array(question)),
  },
  'GET /faq/search': {
    summary:
      'Those that have every word of the keyword, whatever its accents and width; found in the question first.',
    access: 'signed-in',
    query: z.strictObject({ keyword: z.string().trim().min(1).max(255) }),
    reply: item(z.array(found)),
  },
})
