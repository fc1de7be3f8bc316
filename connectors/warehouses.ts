/** Warehouses that a channel keeps for a shop. */
import type { Warehouse } from '../model/warehouse.ts'
import type { Session } from './session.ts'

/** Warehouses of channels that report where the seller's parcels leave from and come back to. */
export type Warehouses = {
  /** Confirming an order names one of them. */
  isChosen?: true
  /** A shop is one of them alone, whose stock and orders are the shop's. */
  isShop?: true
  /** All of them, those that are closed included. */
  list(session: Session): Promise<Warehouse[]>
}
