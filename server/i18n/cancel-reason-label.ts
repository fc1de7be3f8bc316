import { cancelReasonCodes } from '../../model/cancel-reason.ts'
import type { Language } from '../../model/language.ts'
import { translate } from './translate.ts'

/** The reason in the reader's language if it is one of ours; else the words of the channel or the buyer. */
export function cancelReasonLabel(reason: string, language: Language): string {
  const code = cancelReasonCodes.find((each) => each === reason)
  return code ? translate(language, `cancel_reason.${code}`) : reason
}
