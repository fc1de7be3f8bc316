import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the caller's address: the socket's or, if that is one of TRUSTED_PROXIES, the one that the proxies report. Ports are
 * dropped, because each connection's new port would make each try a stranger's; an invalid address counts as the proxy's own.
 */
export function clientAddress(request: FastifyRequest): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(request.ip) ?? []
  const address = bracketed ?? plain ?? request.ip
  return isIP(address) ? address : (request.socket.remoteAddress ?? '')
}
