/** Statuses and payment methods of orders, returns and products, and levels of customers, with their codes and names, as the API gives them. */
import { customerLevels } from '../../model/customer-rank.ts'
import { type Language, languages } from '../../model/language.ts'
import { orderStatuses } from '../../model/order-status.ts'
import { paymentMethods } from '../../model/order.ts'
import { returnStatuses } from '../../model/return-case.ts'
import { productStatusIds } from '../../model/product.ts'
import { translate } from './translate.ts'

type Coded = { id: number; code: string; name: string }

// Made once: a list of a hundred orders says the same nine words.
export const statusLabels = labelsFor('status', orderStatuses)

export const paymentLabels = labelsFor('payment', paymentMethods)

export const returnLabels = labelsFor('return_status', returnStatuses)

export const levelLabels = labelsFor('rank', customerLevels)

export function statusesIn(language: Language): Coded[] {
  return statusLabels[language]
}

export function paymentMethodsIn(language: Language): Coded[] {
  return paymentLabels[language]
}

/** Their numbers begin at 0 and have an order of their own. */
export function productStatusesIn(language: Language): Coded[] {
  return productStatusLabels[language]
}

export function coded(words: Coded[], id: number): Coded {
  return words[id - 1] ?? { id, code: String(id), name: String(id) }
}

function labelsFor(group: string, codes: readonly string[]): Record<Language, Coded[]> {
  return Object.fromEntries(
    Object.keys(languages).map((language) => [
      language,
      codes.map((code, at) => ({
        id: at + 1,
        code,
        name: translate(language as Language, `${group}.${code}`),
      })),
    ]),
  ) as Record<Language, Coded[]>
}

const productStatusLabels = Object.fromEntries(
  Object.keys(languages).map((language) => [
    language,
    Object.entries(productStatusIds).map(([code, id]) => ({
      id,
      code,
      name: translate(language as Language, `product_status.${code}`),
    })),
  ]),
) as Record<Language, Coded[]>
