/** The people whom a channel knows. */
import type { ChannelCustomer, CustomerCard } from '../model/customer.ts'
import type { Session } from './session.ts'
import type { MeasuredPage, Results } from './results.ts'

/** Customers that a channel keeps of its own accord, not only as buyers of orders. */
export type Customers = {
  /** One page of all customers (no `changedSince`), or of those that changed since then, oldest change first where it can. */
  list(session: Session, changedSince: Date | null, cursor: string | null): Promise<CustomerPage>
  /** The customers with these ids. An id that the channel does not know becomes a failure. */
  get(session: Session, channelCustomerIds: string[]): Promise<CustomerResults>
  /** The customer who has this phone or email. Asked before one is made, also after an unknown outcome. */
  find(session: Session, card: CustomerCard): Promise<string | null>
  /** Answers the channel's id. Not to be repeated after an unknown outcome before `find` was asked. */
  create(session: Session, card: CustomerCard): Promise<string>
  /** Harmless when repeated. */
  update(session: Session, channelCustomerId: string, card: CustomerCard): Promise<void>
}

export type CustomerResults = Results<ChannelCustomer>
export type CustomerPage = MeasuredPage<ChannelCustomer>
