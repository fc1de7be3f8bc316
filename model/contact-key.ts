/** Normal forms in which names and contacts of customers are compared. Null: hidden, or nothing that tells one person from another. */
import { fold, splitWords } from './keyword.ts'

/** Country calling codes of the regions that shops are in. */
const callingCodes: Record<string, string> = {
  ID: '62',
  JP: '81',
  MY: '60',
  PH: '63',
  SG: '65',
  TH: '66',
  TW: '886',
  VN: '84',
}

/** In international form (E.164): "012-345 6789" in Malaysia is +60123456789. */
export function normalPhone(phone: string | null, region: string): string | null {
  if (!phone || isHidden(phone)) return null
  const typed = phone.normalize('NFKC').trim().replace(/^00/, '+')
  const digits = typed.replaceAll(/\D/g, '')
  const code = callingCodes[region.toUpperCase()]
  if (typed.startsWith('+')) return checked(digits, code)
  if (code === undefined) return null
  if (digits.startsWith('0')) return checked(code + digits.slice(1), code)
  return checked(digits.startsWith(code) && digits.length > 9 ? digits : code + digits, code)
}

/** The 0 of "+60 (0)12" is none of the number. The same digit all along is written where none is known. */
function checked(digits: string, code: string | undefined): string | null {
  const national =
    code !== undefined && digits.startsWith(code) ? digits.slice(code.length).replace(/^0/, '') : null
  const number = national === null ? digits : code + national
  const isPlaceholder = /^(\d)\1+$/.test(national ?? digits)
  return number.length < 9 || number.length > 15 || isPlaceholder ? null : `+${number}`
}

export function normalEmail(email: string | null | undefined): string | null {
  const text = email?.normalize('NFKC').trim().toLowerCase()
  return text && !isHidden(text) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
}

/** Words in any order: "Aisyah, Nurul" is "nurul aisyah". */
export function normalName(name: string | null): string | null {
  if (!name || isHidden(name)) return null
  return splitWords(name).toSorted().join(' ') || null
}

/** Postcode and street; both have to be told. */
export function normalPlace(
  address: { street: string | null; postcode: string | null } | null,
): string | null {
  const { street, postcode } = address ?? {}
  if (!street || !postcode || isHidden(street) || isHidden(postcode)) return null
  const words = [fold(postcode).replaceAll(/[^a-z0-9]/g, ''), ...splitWords(street)]
  return words.length > 1 && words[0] ? words.join(' ') : null
}

function isHidden(text: string): boolean {
  return /[*＊]/.test(text)
}
