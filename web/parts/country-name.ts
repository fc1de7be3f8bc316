import { locale } from '../page-language.ts'

const names = new Map<string, Intl.DisplayNames>()

/** The name of a country by its code. Channels may tell a name in the place of a code: that stays as it is. */
export function countryName(code: string, language = locale): string {
  const plain = code.trim().toUpperCase()
  if (!/^[A-Z]{2}$/.test(plain)) return code
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(plain) ?? code
}
