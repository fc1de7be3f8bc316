/** The mails that the console writes. Their words are in server/locales under `mail.<kind>`. */

export const mailKinds = [
  'invite',
  'reset_password',
  // Users who sign in at the central home have no password here to reset.
  'central_password',
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'email_changed',
  // Events since the last digest, once a day.
  'digest',
  // Figures of a day or a week, for who chose it.
  'mail_report',
  // To a buyer, by mail or as a text message: what he tells whoever brings the parcel.
  'handover_code',
  // To a buyer, in the words of whoever wrote it (model/buyer-mail.ts).
  'buyer_mail',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * `kept`: there is no mail server, and it is read in the console. `unsure`: the mail server's answer was lost; a mail to a buyer
 * is not sent again then.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'failed', 'kept', 'unsure'] as const
export type MailState = (typeof mailStates)[number]
