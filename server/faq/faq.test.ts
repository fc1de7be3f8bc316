/** The answers are true to the console's own words, and found whatever the accents and the width. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faqCategories, faqQuestions, faqSlugs, faqTags } from '../../model/faq.ts'
import { languages, type Language } from '../../model/language.ts'
import { isPagePath } from '../../model/page-paths.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { faqIn } from './faq-texts.ts'
import { searchFaq } from './search-faq.ts'

const codes = Object.keys(languages) as Language[]
const root = fileURLToPath(new URL('../../', import.meta.url))
const readJson = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>

function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return Object.values(tree as object).flatMap(textsOf)
}

describe.each(codes)('the answers in %s', (language) => {
  const texts = readJson(`server/faq/locales/${language}.json`)
  const entries = faqIn(language)

  it('are all there, and no others', () => {
    expect(Object.keys(texts['answers'] as object)).toEqual(faqSlugs)
    expect(Object.keys(texts['categories'] as object)).toEqual([...faqCategories])
    expect(textsOf(texts).filter((text) => text.trim() === '')).toEqual([])
    expect(entries.map(({ slug }) => slug)).toEqual(faqSlugs)
  })

  it('are made of the harmless tags alone, each closed', () => {
    for (const { slug, answer } of entries) {
      const open: string[] = []
      for (const [tag, end, name = '', rest = ''] of answer.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
        expect(faqTags.filter((one) => one !== 'mark')).toContain(name)
        if (end) expect([slug, open.pop()]).toEqual([slug, name])
        else open.push(name)
        expect([slug, tag, name === 'a' && !end ? / href="\/[\w/-]*"/.test(rest) : rest === '']).toEqual([
          slug,
          tag,
          true,
        ])
      }
      expect([slug, open]).toEqual([slug, []])
      expect([slug, answer.replaceAll(/<[^>]*>|&(amp|lt|gt);/g, '').match(/[<>&]/)]).toEqual([slug, null])
    }
  })

  it('call what is on the screen by the name that it has there', () => {
    const names = new Set(textsOf(readJson(`web/locales/${language}.json`)))
    for (const { slug, answer } of entries)
      for (const [, name = ''] of answer.matchAll(/<(?:b|a href="[^"]*")>([^<]*)</g))
        expect([slug, name, names.has(name)]).toEqual([slug, name, true])
  })

  it('lead to pages that there are', () => {
    for (const { slug, answer } of entries)
      for (const [, to = ''] of answer.matchAll(/href="([^"]*)"/g))
        expect([slug, to, isPagePath(to)]).toEqual([slug, to, true])
  })
})

describe('a search', () => {
  const slugs = (language: Language, keyword: string) =>
    searchFaq(faqIn(language), keyword).map(({ slug }) => slug)

  it('minds neither accents nor case', () => {
    expect(slugs('vn', 'khong xac nhan duoc')).toContain('cannot-confirm')
    expect(slugs('vn', 'KHÔNG XÁC NHẬN ĐƯỢC')).toEqual(slugs('vn', 'khong xac nhan duoc'))
  })

  it('minds no width, and finds inside writing without spaces', () => {
    expect(slugs('jp', 'ﾊﾟｽﾜｰﾄﾞ')).toContain('forgot-password')
    expect(slugs('jp', '２段階認証')[0]).toBe('second-factor')
  })

  it('wants every word, and shows first what is in the question', () => {
    const found = slugs('en', 'waybill printed')
    expect(found[0]).toBe('cannot-print')
    expect(slugs('en', 'waybill nonsense')).toEqual([])
    expect(slugs('en', 'nked')).toEqual([])
  })

  it('marks what was found, and nothing inside a tag', () => {
    const [found] = searchFaq(faqIn('vn'), 'xac nhan')
    expect(found?.highlight.question).toMatch(/<mark>xác<\/mark> <mark>nhận<\/mark>/i)
    for (const { highlight } of searchFaq(faqIn('en'), 'a href b'))
      expect(highlight.answer).not.toMatch(/<[^>]*<mark>/)
    const made = faqIn('en').map((entry) => ({ ...entry, question: 'a < b & c', answer: '<p>b</p>' }))
    expect(searchFaq(made, 'b')[0]?.highlight).toEqual({
      question: 'a &lt; <mark>b</mark> &amp; c',
      answer: '<p><mark>b</mark></p>',
    })
  })
})

describe('the calls', () => {
  let running: TestConsole
  let owner: Account
  beforeAll(async () => {
    running = await startTestConsole({ role: 'web' })
    owner = await running.signUp('faq')
  })
  afterAll(() => running?.stop())

  it('answer in the language of the request, whole or by category', async () => {
    const all = await owner.call('GET /faq')
    expect(all.at('data')).toHaveLength(faqQuestions.length)
    const second = await owner.call('GET /faq?category_id=2')
    expect(second.at('data.0.category.id')).toBe(2)
    expect(second.at('data.0.position')).toBe(1)
  })

  it('find answers', async () => {
    const found = await owner.call('GET /faq/search?keyword=buffer')
    expect(found.status).toBe(200)
    expect((await owner.call('GET /faq/search')).status).toBe(422)
  })
})
