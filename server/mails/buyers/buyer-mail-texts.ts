/** Texts of mails to buyers: the console's own in each language, those that somebody changed, and what is filled in. */
import { buyerMailKinds, fillPlaceholders, type BuyerMailKind } from '../../../model/buyer-mail.ts'
import { languages, type Language } from '../../../model/language.ts'
import { orderCode } from '../../../model/order.ts'
import { translate } from '../../i18n/translate.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { BuyerMailTemplate } from './buyer-mails-store.ts'

const codes = Object.keys(languages) as Language[]

export function defaultTemplate(kind: BuyerMailKind, language: Language): BuyerMailTemplate {
  const part = (name: string) => translate(language, `buyer_mail.${kind}.${name}`)
  return { kind, language, subject: part('subject'), text: part('text') }
}

/** Every kind in every language. */
export const defaultTemplates = buyerMailKinds.flatMap((kind) =>
  codes.map((language) => defaultTemplate(kind, language)),
)

export function templateOf(
  changed: BuyerMailTemplate[],
  kind: BuyerMailKind,
  language: Language,
): BuyerMailTemplate {
  const own = changed.find((one) => one.kind === kind && one.language === language)
  return own ?? defaultTemplate(kind, language)
}

const languageOfCountry: Record<string, Language> = { JP: 'jp', VN: 'vn', MY: 'my' }

/** The language of a shop's buyers, by the shop's country. */
export function buyerLanguage(region: string): Language {
  return languageOfCountry[region] ?? 'en'
}

/** The template with all that is known of the order. Without a date its placeholder stays. */
export function fillTemplate(
  { subject, text, language }: BuyerMailTemplate,
  order: OrderDetail,
  date: string | undefined,
): { subject: string; text: string } {
  const values = {
    order: orderCode(order),
    buyer: order.address?.name ?? order.buyerName ?? translate(language, 'buyer_mail.customer'),
    shop: order.systemName,
    items: order.lines
      .filter(({ isGift }) => !isGift)
      .map(itemLine)
      .join('\n'),
    ...(date && { date: dateText(language, date) }),
  }
  const oneLine = (filled: string) => filled.replaceAll(/\s+/g, ' ').trim()
  return {
    subject: oneLine(fillPlaceholders(subject, { ...values, items: values.items.replaceAll('\n', ', ') })),
    text: fillPlaceholders(text, values),
  }
}

function itemLine({ quantity, name, variantLabel }: OrderDetail['lines'][number]): string {
  return `${quantity} × ${[name, variantLabel].filter(Boolean).join(', ')}`
}

function dateText(language: Language, date: string): string {
  const format = new Intl.DateTimeFormat(languages[language].iso, { timeZone: 'UTC', dateStyle: 'full' })
  return format.format(new Date(`${date}T00:00:00Z`))
}
