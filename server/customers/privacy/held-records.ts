/**
 * A list of all that is kept about a buyer, by the table that keeps it. Handing out and erasing both go through it, so that what one of them
 * knows the other knows too. A new table about buyers is one entry.
 */
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { PersonWords } from './erase-traces-store.ts'

export type Person = { ownerId: string; customers: number[]; orders: number[]; words: PersonWords }
/** JSON of a record, as it is handed out. */
export type HandedOut = { record: Record<string, unknown> }

export type HeldRecord = {
  table: string
  /** Selects the records of the person; a text says why there is nothing to hand out that is not handed out already. */
  handOut: ((person: Person) => RawBuilder<HandedOut>) | string
}

export type ErasedCustomers = {
  ownerId: string
  ids: number[]
  /** Takes the place of the channel's id of each. */
  keys: { id: number; key: string }[]
  /** Search terms without a word. */
  noTerms: string[]
  now: Date
}

/** Records of customers, whose rows are locked. Erasing goes through them in this order. */
export type HeldOfCustomers = HeldRecord & {
  /** Undefined: erased by a step of its own, or made of what is erased. */
  erase?: (of: ErasedCustomers, tx: Tx) => Promise<unknown>
}

/** Records of orders. Erasing goes through them in this order. */
export type HeldOfOrders = HeldRecord & {
  /** Undefined: erased by a step of its own. */
  erase?: (of: { ownerId: string; ids: number[]; now: Date }) => RawBuilder<unknown>
}
