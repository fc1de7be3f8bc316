/** One customer as a channel that keeps customers reports them: our words, the channel's ids. */
export type ChannelCustomer = {
  /** The channel's id; with the shop, the key that makes saving it twice harmless. */
  channelCustomerId: string
  name: string
  phone: string | null
  email: string | null
  /** Note about the customer that the shop's staff keep in the channel. */
  note: string | null
  /** The channel's own time of change. A report older than the stored one is ignored. */
  changedAt: Date
}

/** Details of a customer of another shop, sent to a CRM. At least one of phone and email is known. */
export type CustomerCard = {
  name: string
  phone: string | null
  email: string | null
}
