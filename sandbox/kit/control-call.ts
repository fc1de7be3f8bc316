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
