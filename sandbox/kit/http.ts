import type { IncomingMessage, ServerResponse } from 'node:http'

/** The body would not fit into memory; the caller answers 413. */
export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, limit = 10_000_000): Promise<string> {
  return (await readBytes(request, limit)).toString('utf8')
}

export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) throw new BodyTooLarge(`more than ${limit} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length })
  response.end(bytes)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

/** Checks whether the connection comes from this machine; false for calls that a proxy forwards. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const isForwarded = headers['forwarded'] !== undefined || headers['x-forwarded-for'] !== undefined
  // An IPv6 socket writes IPv4 peers behind ::ffff:.
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !isForwarded && (peer === '::1' || peer.startsWith('127.'))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
