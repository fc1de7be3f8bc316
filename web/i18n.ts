import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages } from '../model/language.ts'
import { language } from './page-language.ts'
import type { Texts } from './text-files.ts'
import { loadTexts, onTexts } from './texts.ts'

const namespace = 'messages'

/** Begins the translation, with the texts that every page needs. */
export async function startTranslation(): Promise<void> {
  const { iso } = languages[language]
  await loadTexts('start')
  await i18next.use(initReactI18next).init({
    lng: iso,
    defaultNS: namespace,
    resources: { [iso]: { [namespace]: {} } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await onTexts(async (texts) => {
    // Two areas may have different texts below one key.
    i18next.addResourceBundle(iso, namespace, await strangeInDevelopment(texts), true, true)
  })
}

/** Left out of what is built. */
async function strangeInDevelopment(texts: Texts): Promise<Texts> {
  if (!import.meta.env.DEV) return texts
  const { isPseudoRequested, pseudoLocale } = await import('./pseudo-locale.ts')
  return isPseudoRequested() ? pseudoLocale(texts) : texts
}
