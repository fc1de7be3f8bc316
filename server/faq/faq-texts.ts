/** The FAQ's words, read once at the start. What a language lacks is said in English. */
import { readFileSync } from 'node:fs'
import { faqCategories, faqQuestions, type FaqCategory, type FaqSlug } from '../../model/faq.ts'
import { languages, type Language } from '../../model/language.ts'

type Texts = {
  categories: Partial<Record<FaqCategory, string>>
  answers: Partial<Record<FaqSlug, { question: string; answer: string }>>
}

export type FaqEntry = {
  id: number
  slug: FaqSlug
  category: { id: number; name: string }
  question: string
  /** HTML of the tags that model/faq.ts lists. */
  answer: string
  position: number
}

/** When the answers were last looked through. */
export const faqUpdatedAt = '2026-11-26T00:00:00.000Z'

const texts = Object.fromEntries(
  Object.keys(languages).map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`locales/${language}.json`, import.meta.url), 'utf8')) as Texts,
  ]),
) as Record<Language, Texts>

const entries = Object.fromEntries(
  (Object.keys(languages) as Language[]).map((language) => [language, entriesIn(language)]),
) as Record<Language, FaqEntry[]>

/** By category, each in its order. */
export function faqIn(language: Language): FaqEntry[] {
  return entries[language]
}

function entriesIn(language: Language): FaqEntry[] {
  const positions = new Map<FaqCategory, number>()
  return faqQuestions.flatMap(({ slug, category }, at) => {
    const words = texts[language].answers[slug] ?? texts.en.answers[slug]
    if (!words) return []
    const position = (positions.get(category) ?? 0) + 1
    positions.set(category, position)
    const name = texts[language].categories[category] ?? texts.en.categories[category] ?? category
    return [
      { id: at + 1, slug, category: { id: faqCategories.indexOf(category) + 1, name }, ...words, position },
    ]
  })
}
