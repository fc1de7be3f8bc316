import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { paths } from './paths.ts'
import { createConsoleRouter } from './routes.tsx'

const links = {
  home: paths.home(),
  signIn: paths.signIn(),
  orders: paths.orders(),
  order: paths.order(7),
  setting: paths.setting(),
  channels: paths.channels(),
  channel: paths.channel(7),
  account: paths.account(),
}

it('links keep their addresses', () => {
  expect(links).toMatchInlineSnapshot(`
    {
      "account": "/setting/account",
      "channel": "/setting/channels/7",
      "channels": "/setting/channels",
      "home": "/",
      "order": "/orders/7",
      "orders": "/orders",
      "setting": "/setting",
      "signIn": "/auth/login",
    }
  `)
})

it('every link leads to a route, and every route has a link', () => {
  const router = createConsoleRouter(new QueryClient())
  router.update({ ...router.options, history: createMemoryHistory() })
  const reached = Object.values(links).map((path) => router.getMatchedRoutes(path)[2]?.fullPath)
  expect(reached).not.toContain(undefined)
  const leaves = Object.keys(router.routesByPath)
  expect(new Set(reached)).toEqual(new Set(leaves))
})
