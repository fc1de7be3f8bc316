/** Answers of /_sandbox/page, as the page reads them. */
import type { LogEntry } from '../event-log.ts'

export type { LogEntry }

export type StepName = 'cancel' | 'request_cancel' | 'return' | 'pickup' | 'deliver'

export interface ShopRow {
  id: string
  name: string
  linked: boolean
  flash_sale: boolean
  /** Null: the channel has no such step. */
  can_cancel: boolean | null
  can_return: boolean | null
}

export interface ChannelRow {
  code: string
  name: string
  answers: string
  has_webhooks: boolean
  webhooks: boolean
  shops: ShopRow[]
}

export interface OrderRow {
  id: string
  number: string
  title: string
  status: string
  channel: string
  shop: string
  steps: Record<StepName, boolean | null>
}

export interface CourierRow {
  code: string
  name: string
  answers: string
  parcels: { number: string; reference: string; state: string }[]
}

export interface KeySet {
  form: string
  name: string
  fields: { field: string; value: string }[]
}

export interface PageState {
  console_url: string | null
  now: number
  offset: number
  per_minute: number
  channels: ChannelRow[]
  orders: OrderRow[]
  couriers: CourierRow[]
  keys: KeySet[]
  log: LogEntry[]
  median_ms: number | null
}
