import { createContext } from 'react'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'

/** Rows of the list or the queue that an order is opened from, as they stand there. */
export const ListedOrders = createContext<readonly OrderRow[]>([])
