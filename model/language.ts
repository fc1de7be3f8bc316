/** The console's four languages under the codes that its addresses and cookie use, with their ISO names and old aliases. */
export const languages = {
  jp: { iso: 'ja', locale: 'ja-JP', aliases: ['ja', 'ja-jp'] },
  en: { iso: 'en', locale: 'en-US', aliases: ['en-us'] },
  vn: { iso: 'vi', locale: 'vi-VN', aliases: ['vi', 'vi-vn'] },
  my: { iso: 'ms', locale: 'ms-MY', aliases: ['ms', 'ms-my'] },
} as const

export type Language = keyof typeof languages

export const defaultLanguage: Language = 'jp'

/** Undefined for anything that names no language of ours. */
export function languageOf(code: string | undefined): Language | undefined {
  const wanted = code?.trim().toLowerCase()
  if (!wanted) return undefined
  for (const [language, { aliases }] of Object.entries(languages)) {
    if (language === wanted || (aliases as readonly string[]).includes(wanted)) return language as Language
  }
  return undefined
}

/** Returns the prefix of page paths in this language; the default language has none. */
export function prefixOf(language: Language): string {
  return language === defaultLanguage ? '' : `/${language}`
}
