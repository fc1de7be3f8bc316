import { cancelReasonCodes } from '../../model/cancel-reason.ts'
import type { Language } from '../../model/language.ts'
import { translate } from './translate.ts'

type Canceled = { cancelReason: string | null; cancelText: string | null }

/** The words in which a cancellation was told; where none are kept, our reason. */
export function cancelWordsOf({ cancelReason, cancelText }: Canceled, language: Language): string | null {
  return cancelText ?? (cancelReason && cancelReasonLabel(cancelReason, language))
}

/** The reason in the reader's language if it is one of ours; else the words of the channel or the buyer. */
export function cancelReasonLabel(reason: string, language: Language): string {
  const code = cancelReasonCodes.find((each) => each === reason)
  return code ? translate(language, `cancel_reason.${code}`) : reason
}
