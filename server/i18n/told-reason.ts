/** Reasons as a channel or a courier told them, beside those of our own. */

type Translate = (key: string, values?: Record<string, string | number>) => string

/** A message of our own in the reader's language; a stranger's, in whichever language, in quotation marks. */
export function quoteReason(translate: Translate, reason: string): string {
  const own = translate(reason)
  if (own !== reason || reason === '') return own
  // The sentence around it has a full stop of its own.
  return translate('reason.quoted', { reason: reason.trim().replace(/[.。]$/, '') })
}

/** The same as a whole message: what a stranger told stands in the sentence with the key `sentence`. */
export function reasonMessage(translate: Translate, reason: string, sentence: string): string {
  const quoted = quoteReason(translate, reason)
  return translate(reason) === reason ? translate(sentence, { reason: quoted }) : quoted
}
