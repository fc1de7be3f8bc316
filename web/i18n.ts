import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '../model/language.ts'
import { language } from './language.ts'

const files: Record<Language, () => Promise<{ default: object }>> = {
  jp: () => import('./locales/jp.json'),
  en: () => import('./locales/en.json'),
  vn: () => import('./locales/vn.json'),
  my: () => import('./locales/my.json'),
}

/** Loads the words of one language and makes them the page's. */
export async function loadWords(): Promise<void> {
  const { iso } = languages[language]
  const words = await files[language]()
  await i18next.use(initReactI18next).init({
    lng: iso,
    defaultNS: 'words',
    resources: { [iso]: { words: words.default } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}
