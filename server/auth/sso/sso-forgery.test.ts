/** A provider that lies: ID tokens that somebody else made, or that are for somebody else, or for another time. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, freePort, startTestConsole, type TestConsole } from '../../../test/start-test-console.ts'
import { CookieJar } from '../../../test/steps/cookie-jar.ts'
import { createOwner } from '../../settings/owners-store.ts'

type Token = {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  signature?: (text: string) => string
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const bySigning = (key: typeof privateKey) => (text: string) =>
  sign('sha256', Buffer.from(text), key).toString('base64url')
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }

let running: TestConsole
let server: Server
let issuer: string
/** ID token that the next code is exchanged for. */
let next: Token | undefined
/** Issuer that the provider states in its discovery document. */
let name: string

beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  name = issuer
  server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: name,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
      '/jwks': { keys: [jwk] },
      '/token': { access_token: 'none', token_type: 'Bearer', id_token: next && written(next) },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[request.url ?? '']))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  running = await startTestConsole({
    role: 'web',
    environment: { SSO_ISSUER: issuer, SSO_CLIENT_ID: 'seller-console' },
  })
  const account = { companyName: 'Aoi Ltd', currency: 'MYR', timezone: 'Asia/Tokyo', language: 'en' }
  await createOwner(running.db, { name: 'Aoi', email: 'aoi@central.test', ...account })
})
afterAll(async () => {
  await running?.stop()
  server?.closeAllConnections()
  server?.close()
})

function written({ header, claims, signature = bySigning(privateKey) }: Token): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${signature(text)}`
}

/** Signs in with the token that a provider makes who means it, changed by `lie`. */
async function signIn(lie: (token: Token) => Partial<Token>): Promise<unknown[]> {
  const jar = new CookieJar()
  const begun = await call(running.url, 'GET /sso/authorize-url')
  jar.take(begun)
  const nonce = new URL(begun.at<string>('data.url')).searchParams.get('nonce')
  const now = Math.floor(Date.now() / 1000)
  const person = { sub: 'aoi', email: 'aoi@central.test', email_verified: true }
  const claims = { iss: issuer, aud: 'seller-console', iat: now, exp: now + 60, nonce, ...person }
  const honest: Token = { header: { alg: 'RS256', kid: 'one', typ: 'JWT' }, claims }
  next = { ...honest, ...lie(honest) }
  const body = { code: 'any', state: begun.at<string>('data.state') }
  const answer = await call(running.url, 'POST /sso/token', body, { cookie: jar.header() })
  return [answer.status, answer.at('code')]
}

it('is believed when it tells the truth', async () => {
  expect(await signIn(() => ({}))).toEqual([200, undefined])
})

const now = Math.floor(Date.now() / 1000)
it.each<[string, (token: Token) => Partial<Token>]>([
  ['signed by somebody else', () => ({ signature: bySigning(stranger) })],
  ['not signed', ({ header }) => ({ header: { ...header, alg: 'none' }, signature: () => '' })],
  [
    'signed with the public key as a shared secret',
    ({ header }) => ({
      header: { ...header, alg: 'HS256' },
      signature: (text) =>
        createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
          .update(text)
          .digest('base64url'),
    }),
  ],
  ['under a key that the provider does not have', ({ header }) => ({ header: { ...header, kid: 'two' } })],
  ['for another client', ({ claims }) => ({ claims: { ...claims, aud: 'somebody-else' } })],
  ['of another issuer', ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.test' } })],
  ['of yesterday', ({ claims }) => ({ claims: { ...claims, iat: now - 86_400, exp: now - 86_000 } })],
  ['without an end', ({ claims }) => ({ claims: { ...claims, exp: undefined } })],
  ['of another way', ({ claims }) => ({ claims: { ...claims, nonce: 'x'.repeat(43) } })],
  ['of no way', ({ claims }) => ({ claims: { ...claims, nonce: undefined } })],
  ['of nobody', ({ claims }) => ({ claims: { ...claims, sub: undefined } })],
])('is not believed with an ID token %s', async (_what, lie) => {
  expect(await signIn(lie)).toEqual([410, 'sso_code_invalid'])
})

it('is not believed with another name than it was set up under', async () => {
  name = 'https://evil.test'
  const alone = await startTestConsole({
    role: 'web',
    databaseUrl: running.databaseUrl,
    environment: { SSO_ISSUER: issuer, SSO_CLIENT_ID: 'seller-console' },
  })
  try {
    expect((await call(alone.url, 'GET /sso/authorize-url')).at('code')).toBe('sso_unavailable')
  } finally {
    name = issuer
    await alone.stop()
  }
})
