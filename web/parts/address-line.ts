import { locale } from '../page-language.ts'

type Place = Partial<
  Record<'street' | 'ward' | 'district' | 'city' | 'postcode' | 'province' | 'country', string | null>
>

/** Nothing but asterisks says nothing; a note under the address says why. */
export function isMask(text: string): boolean {
  return /^[*\s]+$/.test(text)
}

/** Channels repeat the district in the street; each part is said once, and the country by its name. */
export function addressLine(address: Place): string {
  const { street, ward, district, city, postcode, province, country } = address
  const parts: string[] = []
  for (const part of [street, ward, district, [postcode, city].filter(Boolean).join(' '), province]) {
    const said = parts.join(', ')
    if (part && !isMask(part) && !said.includes(part)) parts.push(part)
  }
  if (country && !isMask(country))
    parts.push(new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
  return parts.join(', ')
}
