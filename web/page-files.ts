/** What the router and the head start load for each address, named once so that both mean the same files. */
export const pageFiles = {
  signIn: () => import('./pages/auth/login-page.tsx'),
  shell: () => import('./parts/shell/shell.tsx'),
  home: () => import('./pages/home/home-page.tsx'),
  orders: () => import('./pages/orders/orders-page.tsx'),
  order: () => import('./pages/orders/order-drawer.tsx'),
  channels: () => import('./pages/setting/channels-page.tsx'),
  channel: () => import('./pages/setting/channel-drawer.tsx'),
  account: () => import('./pages/setting/account-page.tsx'),
} as const
