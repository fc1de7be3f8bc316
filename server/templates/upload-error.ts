import type { Language } from '../../model/language.ts'
import { reasonMessage } from '../i18n/told-reason.ts'
import { translate } from '../i18n/translate.ts'

/** Says why an upload failed. */
export function uploadError(
  { error, errorMessage }: { error: string | null; errorMessage: string | null },
  language: Language,
): string {
  if (errorMessage === null) return translate(language, `change_error.${error}`)
  return reasonMessage(translate.bind(null, language), errorMessage, 'error.channel_refused')
}
