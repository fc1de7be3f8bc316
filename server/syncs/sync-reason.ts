/**
 * Why something could not be saved. Channels' reasons are kept in their own words; ours as the key of a text with what it is about
 * behind it, so that each reader has it in his language.
 */
import type { Language } from '../../model/language.ts'
import { translate } from '../i18n/translate.ts'

const prefix = 'sync_failure.'

export function ourReason(rule: string, what = ''): string {
  return `${prefix}${rule} ${what}`.trimEnd()
}

export function translateReason(language: Language, reason: string): string {
  if (!reason.startsWith(prefix)) return translate(language, reason)
  const [key = '', ...what] = reason.split(' ')
  return translate(language, key, { what: what.join(' ') })
}
