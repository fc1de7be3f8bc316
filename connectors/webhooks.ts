/** Messages that a channel pushes. */
import type { App } from './session.ts'

export type Webhooks = {
  /** True when the body was signed by the channel for this app. Compares in constant time. */
  verify(request: WebhookRequest): boolean
  /** True for what the channel sends unsigned and that says nothing, such as a first knock: answered, never acted on. */
  isKnock?(request: WebhookRequest): boolean
  /** Reads what the message is about. A webhook only wakes a sync, so nothing more of it is read. Throws on nonsense. */
  read(request: WebhookRequest): WebhookMessage
}

export type WebhookRequest = {
  app: App
  headers: Record<string, string | undefined>
  /** The address that the channel was told to call, byte by byte, with whatever query the connector gave it. */
  url: string
  body: string
}

export type WebhookMessage = {
  channelShopId: string | null
  topic: 'order' | 'product' | 'unlinked' | 'other'
  channelOrderId: string | null
  /** Set for the topic product, where the message names one. */
  channelProductId?: string | null
  /** Set for the topic order: the return that the message is about. */
  channelReturnId?: string | null
}
