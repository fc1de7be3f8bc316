/** A place of the seller's that a channel fetches goods from, or brings them back to, as a connector reports it. */
export type Warehouse = {
  /** The channel's id, as its calls want it. */
  id: string
  name: string
  code: string | null
  type: WarehouseType
  /** The one that is meant where none is named. */
  isPrimary: boolean
  isActive: boolean
  address: {
    street: string
    ward: string
    /** Addresses of two levels have none. */
    district: string | null
    region: string
    country: string
  }
}

/** `requisition` supplies the channel; `withdrawal` takes back what buyers returned. */
export const warehouseTypes = ['requisition', 'withdrawal'] as const

/** Warehouses of the account itself; its channels' stand beside them. */
export const mostWarehouses = 200

export type WarehouseType = (typeof warehouseTypes)[number]
