import type { ServerResponse } from 'node:http'
import type { z } from 'zod'

/** A control call that can't be done as asked. */
export class ControlError extends Error {
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export interface ControlCall {
  query: URLSearchParams
  /** The body, checked against a schema. */
  read: <T extends z.ZodType>(schema: T) => z.infer<T>
  text: string
  type: string
  response: ServerResponse
  /** The parts of the path that the route left open. */
  parts: string[]
}

/** Answers with JSON what it returns; undefined means that it has answered itself. */
export type ControlRoute = (call: ControlCall) => unknown

/** Calls a route from within the sandbox; only for routes that return their answer. */
export function callRoute(
  routes: Record<string, ControlRoute>,
  name: string,
  { body = {}, parts = [] }: { body?: object; parts?: string[] } = {},
): unknown {
  const route = routes[name]
  if (!route) throw new ControlError(`no route ${name}`, 404)
  return route({
    query: new URLSearchParams(),
    read: (schema) => schema.parse(body),
    text: JSON.stringify(body),
    type: 'application/json',
    parts,
    get response(): ServerResponse {
      throw new ControlError(`${name} writes its answer by itself`)
    },
  })
}
