import type { IncomingMessage } from 'node:http'
import { isFromThisMachine } from './http.ts'

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/**
 * Checks whether a call comes from this machine and from a page of the sandbox itself, or from no page at all. A foreign
 * page in a browser of this machine is told by its Origin; one whose host name was pointed at this machine, by its Host.
 */
export function isLocalRequest(request: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers
  if (!isFromThisMachine(request) || !LOCAL.test(host)) return false
  if (site === 'cross-site' || site === 'same-site') return false
  return origin === undefined || origin === `http://${host}`
}
