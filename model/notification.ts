import type { GroupPermission, Permission } from './permissions.ts'

/**
 * Types of notifications, and their recipients: users who may open that area, or who have that permission.
 * Source: docs/user-guide.md, "Notifications".
 */
export const notificationAreas = {
  order_new: 'orders',
  order_canceled: 'orders',
  order_cancel_requested: 'orders',
  order_returned: 'orders',
  order_return_requested: 'orders',
  order_doubled: 'orders',
  order_sync_done: 'orders',
  order_sync_failed: 'orders',
  product_sync_done: 'products',
  product_sync_failed: 'products',
  product_added: 'products',
  product_upload_failed: 'products',
  out_of_stock: 'products',
  low_stock: 'products',
  store_added: 'settings',
  store_token_expiring: 'settings',
  store_token_expired: 'settings',
  // The pages that they lead to.
  shipment_connected: 'settings.shipment',
  user_added: 'settings.staff',
  settlement_difference: 'orders.view_payment',
  plan_nearly_expired: 'settings.bill',
  plan_expired: 'settings.bill',
  // For the one who asked, whatever the area.
  export_done: null,
  export_failed: null,
} as const satisfies Record<string, GroupPermission | Permission | null>

export type NotificationType = keyof typeof notificationAreas

export const notificationTypes = Object.keys(notificationAreas) as NotificationType[]

/**
 * Delivery of a notification type: in the bell, in the bell and the daily digest, or not at all. Default: the bell.
 */
export const notificationWays = ['bell', 'mail', 'none'] as const
export type NotificationWay = (typeof notificationWays)[number]

export const notificationStatusIds = { unread: 0, read: 1 } as const

/** Notifications are deleted after this many days. */
export const notificationDays = 30
