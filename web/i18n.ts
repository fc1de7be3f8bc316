import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages } from '../model/language.ts'
import { language } from './language.ts'
import { wordFiles } from './words.ts'

/** Loads the words of one language and makes them the page's. */
export async function loadWords(): Promise<void> {
  const { iso } = languages[language]
  const words = await wordFiles[language]()
  await i18next.use(initReactI18next).init({
    lng: iso,
    defaultNS: 'words',
    resources: { [iso]: { words: await strangeInDevelopment(words.default) } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Left out of what is built. */
async function strangeInDevelopment(words: object): Promise<object> {
  if (!import.meta.env.DEV) return words
  const { isPseudoAsked, pseudoWords } = await import('./pseudo-words.ts')
  return isPseudoAsked() ? pseudoWords(words) : words
}
