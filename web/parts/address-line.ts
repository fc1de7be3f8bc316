import { locale } from '../page-language.ts'
import { countryName } from './country-name.ts'

type Place = Partial<
  Record<'street' | 'ward' | 'district' | 'city' | 'postcode' | 'province' | 'country', string | null>
>

/** Nothing but asterisks says nothing; a note under the address says why. */
export function isMask(text: string): boolean {
  return /^[*＊\s]+$/.test(text)
}

/**
 * Channels repeat the district in the street; each part is said once, and the country by its name. Only a whole part is the same:
 * a street in Ipoh may be called after the state that it lies in.
 */
export function addressLine(address: Place, language = locale): string {
  const { street, ward, district, city, postcode, province, country } = address
  const said = new Set<string>()
  const parts: string[] = []
  function say(part: string, ...alsoSays: string[]) {
    if (isMask(part) || part.trim() === '' || said.has(formOf(part))) return
    parts.push(part.trim())
    for (const one of [part, ...part.split(/[,、]/), ...alsoSays]) said.add(formOf(one))
  }
  for (const part of [street, ward, district]) say(part ?? '')
  if (postcode) say([postcode, city].filter(Boolean).join(' '), city ?? '')
  else say(city ?? '')
  say(province ?? '')
  if (country) say(isMask(country) ? country : countryName(country, language))
  return parts.join(', ')
}

/** The form in which parts are compared: Vietnamese letters come whole or with their accents apart. */
function formOf(part: string): string {
  return part.normalize('NFC').trim().toLowerCase()
}

/** Eleven digits without a country's code are written 3-4-4, everything else as it came. */
export function phoneText(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  const isPlain = digits.length === 11 && digits.startsWith('0') && /^[\d\s().-]+$/.test(phone)
  return isPlain ? digits.replace(/(\d{3})(\d{4})(\d{4})/, '$1-$2-$3') : phone
}
