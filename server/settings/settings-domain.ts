import type { Domain } from '../domain.ts'
import { accountRoutes } from './account-routes.ts'
import { configRoutes } from './config-routes.ts'
import { exchangeRatesRoutes } from './exchange-rates-routes.ts'

export const settings: Domain = {
  routes(serve, context) {
    configRoutes(serve)
    accountRoutes(serve, context)
    exchangeRatesRoutes(serve, context)
  },
}
