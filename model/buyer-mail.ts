/** Mails to a buyer about one order: what they are about, when they may be written, and what stands in their texts. */

export const buyerMailKinds = ['delay', 'address', 'partial'] as const
export type BuyerMailKind = (typeof buyerMailKinds)[number]

/** Filled in when a mail is written. `date` is the new day, which its writer chooses. */
export const buyerMailPlaceholders = ['order', 'buyer', 'shop', 'items', 'date'] as const
export type BuyerMailPlaceholder = (typeof buyerMailPlaceholders)[number]

export const buyerMailRefusals = ['no_permission', 'marketplace', 'no_address', 'mail_not_set_up'] as const
export type BuyerMailRefusal = (typeof buyerMailRefusals)[number]

export const longestSubject = 150
export const longestText = 5000

/** About one order on one day of the account. */
export const mostBuyerMails = 3

type Facts = {
  /** May change orders and see this buyer's contact. */
  mayWrite: boolean
  /** Marketplaces hide addresses, and forbid writing past them. */
  isMarketplace: boolean
  email: string | null | undefined
  isMailReady: boolean
}

/** Undefined: the buyer can be written to. */
export function refusalOfBuyerMail(facts: Facts): BuyerMailRefusal | undefined {
  if (!facts.mayWrite) return 'no_permission'
  if (facts.isMarketplace) return 'marketplace'
  if (!isOneAddress(facts.email)) return 'no_address'
  return facts.isMailReady ? undefined : 'mail_not_set_up'
}

/** One plain address; what a store reports may be anything, also two of them or a header. */
export function isOneAddress(email: string | null | undefined): email is string {
  return (
    email != null && email.length <= 254 && /^[^\s@<>(),;:"\\[\]]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(email)
  )
}

const placeholder = /\{(\w+)\}/g

/** Braces in a text that name no placeholder, as they were typed. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = buyerMailPlaceholders
  return [...text.matchAll(placeholder)].flatMap(([all, name = '']) => (known.includes(name) ? [] : [all]))
}

/** Placeholders that are left in a text, as they are typed. */
export function openPlaceholders(text: string): string[] {
  const known: readonly string[] = buyerMailPlaceholders
  return [...text.matchAll(placeholder)].flatMap(([all, name = '']) => (known.includes(name) ? [all] : []))
}

/** A placeholder without a value stays as it is. */
export function fillPlaceholders(
  text: string,
  values: Partial<Record<BuyerMailPlaceholder, string>>,
): string {
  return text.replaceAll(placeholder, (all, name: string) => values[name as BuyerMailPlaceholder] ?? all)
}
