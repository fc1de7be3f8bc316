import type { IncomingMessage } from 'node:http'
import { isFromThisMachine } from './http.ts'

type Request = Pick<IncomingMessage, 'socket' | 'headers'>

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/** Checks whether a call comes from this machine and under a name of this machine, as every other name may have been pointed here. */
export const isLocalRequest = (request: Request): boolean =>
  isFromThisMachine(request) && LOCAL.test(request.headers.host ?? '')

/** Checks whether a call may come from a page of the sandbox itself, or from no page. Browsers say so when it is another site's. */
export function isOwnRequest({ headers }: Request): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers
  if (site === 'cross-site' || site === 'same-site') return false
  return origin === undefined || origin === `http://${host}`
}
