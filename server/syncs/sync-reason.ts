/**
 * Why something could not be saved. Channels' reasons are kept in their own words; ours as the key of a text with what it is about
 * behind it, so that each reader has it in his language.
 */
import type { Language } from '../../model/language.ts'
import { say } from '../words.ts'

const prefix = 'sync_failure.'

export function ourReason(rule: string, what = ''): string {
  return `${prefix}${rule} ${what}`.trimEnd()
}

export function sayReason(language: Language, reason: string): string {
  if (!reason.startsWith(prefix)) return say(language, reason)
  const [key = '', ...what] = reason.split(' ')
  return say(language, key, { what: what.join(' ') })
}
