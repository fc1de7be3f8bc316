/**
 * A fetch for addresses that sellers give: it connects to public addresses alone, so that nobody can make the console
 * call its own network. The address is checked as it is connected to: a name that was checked before could answer
 * differently the next time. Redirects are not followed.
 */
import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { ChannelError } from '../../connectors/channel-error.ts'

export type ResolveName = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Ranges that the registries of special addresses (RFC 6890 and its successors) keep from the public. */
const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** The only IPv6 addresses that are given out to the public, and what is carved out of them. */
const publicIpv6 = '2000::/3'
const privateIpv6Ranges = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Nobody decompresses here, so nobody may compress there. Hosts that guard themselves refuse calls without the other two. */
const usual = { 'accept-encoding': 'identity', accept: '*/*', 'user-agent': 'seller-console' }

const blocked = listOf([...privateRanges, ...privateIpv6Ranges])
const allowedIpv6 = listOf([publicIpv6])

/** IPv4 in IPv6's clothing (::ffff:10.0.0.1, 64:ff9b::, 2002::) lies outside of what is public, whatever it stands for. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  return family === 6 && allowedIpv6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** A test and the demo reach their own machine. */
export function publicFetchOf({
  channels,
}: {
  channels: { allowsPrivateAddresses?: boolean }
}): typeof fetch {
  return channels.allowsPrivateAddresses ? fetch : createPublicFetch()
}

export function createPublicFetch(
  resolve: ResolveName = resolveName,
  isAllowed: (address: string) => boolean = isPublicAddress,
): typeof fetch {
  // Asked by the socket itself, for each connection.
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      // One private address among public ones would be enough to get in.
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return done(privateAddress(name), '', 0)
      if (options.all) return done(null, addresses)
      return done(null, first.address, first.family)
    })
  }

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A socket looks no names up for what is an address already.
    if (isIP(host) && !isAllowed(host)) throw privateAddress(host)
    const signal = init.signal ?? undefined
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = init.body === undefined || init.body === null ? undefined : await encoded(init.body)
    const headers = Object.fromEntries(new Headers(init.headers))

    return new Promise<Response>((answer, fail) => {
      const request = send(url, {
        method: init.method ?? 'GET',
        headers: {
          ...usual,
          ...sent?.headers,
          ...headers,
          ...(sent && { 'content-length': sent.body.length }),
        },
        lookup,
        signal,
        // A kept connection would outlive the check.
        agent: false,
      })
      request.on('response', (reply) => answer(responseOf(reply)))
      request.on('error', (error) => fail(failureOf(error, signal)))
      request.end(sent?.body)
    })
  }
}

function responseOf(reply: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  const status = reply.statusCode ?? 502
  const isBare = status === 204 || status === 205 || status === 304
  if (isBare) reply.resume()
  return new Response(isBare ? null : (Readable.toWeb(reply) as ReadableStream<Uint8Array>), {
    status,
    headers,
  })
}

/** Answers the failure as fetch does: a time-out by its reason, a network error under `cause`. */
function failureOf(error: Error, signal: AbortSignal | undefined): unknown {
  if (error instanceof ChannelError) return error
  if (signal?.aborted) return signal.reason
  return new TypeError('fetch failed', { cause: error })
}

/** The bytes of a body, with the type that fetch gives it where nobody names another: a form's names what parts its files. */
async function encoded(
  body: NonNullable<RequestInit['body']>,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const written = new Response(body)
  return { body: Buffer.from(await written.arrayBuffer()), headers: Object.fromEntries(written.headers) }
}

function privateAddress(name: string): ChannelError {
  return new ChannelError('refused', `${name} lies in a private network`, { problem: 'address-private' })
}

function listOf(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
