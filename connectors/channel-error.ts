/** The one error that connectors and couriers throw; its kind says who must act. */

/**
 * Kinds of failure, and who acts on each:
 *   sign-in-expired  the server refreshes the token once, then the owner links again
 *   slow-down        the server waits (`retryAfterSeconds` when the channel said so)
 *   try-later        the server repeats with growing pauses: time-outs, 5xx, the channel is busy
 *   refused          nobody by repeating: the channel says no, and its words go to the seller
 *   changed-shape    us: the reply does not look as documented
 */
export type ChannelErrorKind = 'sign-in-expired' | 'slow-down' | 'try-later' | 'refused' | 'changed-shape'

/** Problems of linking with keys that the seller has to correct. The first word is the one of ShopKeys that is wrong. */
export type LinkProblem =
  | 'address-unreachable'
  | 'address-redirects'
  | 'address-private'
  | 'address-insecure'
  | 'address-no-shop'
  | 'address-currency'
  | 'key-refused'
  | 'key-permission'
  | 'secret-refused'
  | 'location-unknown'

/** A message of our own with what it is about, as it is sent and stored. The server translates it when somebody reads it. */
export function ownMessage(key: `refusal.${string}`, params: Record<string, string | number>): string {
  const short = Object.entries(params).map(([name, value]) => [name, String(value).slice(0, 150)])
  return `${key} ${JSON.stringify(Object.fromEntries(short))}`
}

export class ChannelError extends Error {
  readonly kind: ChannelErrorKind
  /**
   * The channel's own code. The message is the channel's words, fit to be shown; one of our own is a key of server/locales
   * that begins with `refusal.` or `field.`, or an `ownMessage`, and is read in the reader's language.
   */
  readonly channelCode: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly problem: LinkProblem | undefined
  /** Wrong fields with the channel's words about them; of a refused listing, with the seller's code of the SKU that it names. */
  readonly fields: { field: string; message: string; sellerSku?: string }[]

  constructor(
    kind: ChannelErrorKind,
    message: string,
    more: {
      channelCode?: string
      retryAfterSeconds?: number
      problem?: LinkProblem
      fields?: { field: string; message: string; sellerSku?: string }[]
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.name = 'ChannelError'
    this.kind = kind
    this.channelCode = more.channelCode
    this.retryAfterSeconds = more.retryAfterSeconds
    this.problem = more.problem
    this.fields = more.fields ?? []
  }
}
