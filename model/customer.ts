/** One customer as a channel that keeps customers reports them: our words, the channel's ids. */
export type ChannelCustomer = {
  /** The channel's id; with the shop, the key that makes saving it twice harmless. */
  channelCustomerId: string
  name: string
  phone: string | null
  email: string | null
  /** What the people of the shop keep about the customer. */
  note: string | null
  /** The channel's own time of change. A report older than the stored one is ignored. */
  changedAt: Date
}

/** What a channel is told about somebody who buys elsewhere. At least one of phone and email is known. */
export type CustomerCard = {
  name: string
  phone: string | null
  email: string | null
}
