import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages } from '../model/language.ts'
import { language } from './page-language.ts'
import { localeFiles } from './locale-files.ts'

/** Loads the words of one language and makes them the page's. */
export async function loadLocale(): Promise<void> {
  const { iso } = languages[language]
  const messages = await localeFiles[language]()
  await i18next.use(initReactI18next).init({
    lng: iso,
    defaultNS: 'messages',
    resources: { [iso]: { messages: await strangeInDevelopment(messages.default) } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Left out of what is built. */
async function strangeInDevelopment(messages: object): Promise<object> {
  if (!import.meta.env.DEV) return messages
  const { isPseudoRequested, pseudoLocale } = await import('./pseudo-locale.ts')
  return isPseudoRequested() ? pseudoLocale(messages) : messages
}
