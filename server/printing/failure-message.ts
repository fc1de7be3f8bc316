import type { Language } from '../../model/language.ts'
import { reasonMessage } from '../i18n/told-reason.ts'
import { translate } from '../i18n/translate.ts'
import type { FailedOrder } from './printing-store.ts'

/** Says why a paper is not there, and what to do. */
export function failureMessage(
  language: Language,
  { reason, words }: Pick<FailedOrder, 'reason' | 'words'>,
): string {
  if (words === null) return translate(language, `print.${reason}`)
  return reasonMessage(translate.bind(null, language), words, 'print.waybill_refused_because')
}
