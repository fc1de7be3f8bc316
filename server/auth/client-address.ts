import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Who calls: the address of the socket or, when that is one of TRUSTED_PROXIES, what the proxies say. Some add the port,
 * which is new with each connection and would make each try a stranger's; what is no address counts as the proxy's own.
 */
export function clientAddress(request: FastifyRequest): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(request.ip) ?? []
  const address = bracketed ?? plain ?? request.ip
  return isIP(address) ? address : (request.socket.remoteAddress ?? '')
}
