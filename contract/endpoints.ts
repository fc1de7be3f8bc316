import type { z } from 'zod'
import { authorization } from './authorization.ts'
import { config } from './config.ts'
import { dashboard } from './dashboard.ts'
import { orders } from './orders.ts'
import { shops } from './shops.ts'
import { users } from './users.ts'

/** Every endpoint under /api/v2, by method and path. */
export const allEndpoints = { ...authorization, ...config, ...dashboard, ...orders, ...shops, ...users }

export type Endpoints = typeof allEndpoints
export type EndpointName = keyof Endpoints

type Part<K extends EndpointName, P extends string> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? S : never

/** What a caller sends. */
export type QueryInput<K extends EndpointName> = [Part<K, 'query'>] extends [never]
  ? undefined
  : z.input<Part<K, 'query'>>
export type BodyInput<K extends EndpointName> = [Part<K, 'body'>] extends [never]
  ? undefined
  : z.input<Part<K, 'body'>>

/** What a handler gets, checked and with defaults. */
export type Query<K extends EndpointName> = [Part<K, 'query'>] extends [never]
  ? undefined
  : z.output<Part<K, 'query'>>
export type Body<K extends EndpointName> = [Part<K, 'body'>] extends [never]
  ? undefined
  : z.output<Part<K, 'body'>>
export type Params<K extends EndpointName> = [Part<K, 'params'>] extends [never]
  ? undefined
  : z.output<Part<K, 'params'>>

export type Reply<K extends EndpointName> = z.output<Part<K, 'reply'>>
