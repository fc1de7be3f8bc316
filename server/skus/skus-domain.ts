import type { Domain } from '../domain.ts'
import { skusRoutes } from './skus-routes.ts'

export const skus: Domain = { routes: skusRoutes }
