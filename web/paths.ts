import type { OrderStatus } from '../model/order-status.ts'

/** Every address of the console, without its language prefix: links are made here and nowhere else. */
export const paths = {
  home: () => '/',
  signIn: () => '/auth/login',
  orders: () => '/orders',
  ordersIn: (status: OrderStatus) => `/orders?status=${status}`,
  order: (id: number) => `/orders/${id}`,
  setting: () => '/setting',
  channels: () => '/setting/channels',
  channel: (id: number) => `/setting/channels/${id}`,
  account: () => '/setting/account',
} as const
