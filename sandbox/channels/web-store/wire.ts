import type { CallReply } from '../../kit/serve-call.ts'

/** A call that the API refuses, in its own words. */
export class ApiError extends Error {
  readonly status: number
  readonly type: string | undefined
  readonly code: string | undefined
  constructor(status: number, type: string | undefined, message: string, code?: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

export const invalid = (words: string): ApiError => new ApiError(400, 'invalid_data', words)
export const notAllowed = (words: string): ApiError => new ApiError(400, 'not_allowed', words)
export const missing = (words: string): ApiError => new ApiError(404, 'not_found', words)

const JSON_TYPE = 'application/json; charset=utf-8'

export const success = (body: object): CallReply => ({
  status: 200,
  type: JSON_TYPE,
  body: JSON.stringify(body),
  error: '',
})

export function failure(error: unknown): CallReply {
  if (!(error instanceof ApiError)) throw error
  const { status, type, code, message } = error
  const body = JSON.stringify({ code, type, message })
  return { status, type: JSON_TYPE, body, error: type ?? String(status) }
}

/** Paths that no route is for are answered by the web server, in HTML. */
export const noRoute = (method: string, path: string): CallReply => ({
  status: 404,
  type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`,
  error: '404',
})
