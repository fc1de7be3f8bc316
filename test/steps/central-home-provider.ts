/** A central home: a real OpenID Connect provider on a port of its own, with a page that asks who one is. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { CookieJar } from './cookie-jar.ts'

export type Person = { email: string; email_verified: boolean; plan?: unknown }

export type CentralHome = {
  url: string
  /** By their subjects. Changed by tests. */
  people: Map<string, Person>
  stop(): Promise<void>
}

export const client = { id: 'seller-console', secret: 'a secret between the two of them' }

/** Settings of the console for this central home. */
export function centralSettings(port: number): Record<string, string> {
  return {
    SSO_ISSUER: issuerAt(port),
    SSO_CLIENT_ID: client.id,
    SSO_CLIENT_SECRET: client.secret,
    SSO_HOME_URL: `${issuerAt(port)}/home`,
  }
}

/** By another name than the console's, which makes it another site to browsers. */
const issuerAt = (port: number) => `http://localhost:${port}`

/** `tellsInIdToken`: claims stand in the ID token as well, and not in the userinfo alone. */
export async function startCentralHome(
  port: number,
  consoleUrl: string,
  { tellsInIdToken = false } = {},
): Promise<CentralHome> {
  const people = new Map<string, Person>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuerAt(port), {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${consoleUrl}/sso/authorization`],
        post_logout_redirect_uris: [`${consoleUrl}/auth/login`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub', 'plan'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !tellsInIdToken,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Products of one house: nobody is asked whether they may know each other.
    loadExistingGrant: async ({ oidc }) => {
      const { clientId, accountId } = { clientId: oidc.client?.clientId, accountId: oidc.session?.accountId }
      const grant = new oidc.provider.Grant({
        ...(clientId && { clientId }),
        ...(accountId && { accountId }),
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answerAll = provider.callback()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/home') return page(response, '<h1>Central home</h1>')
    if (!path.startsWith('/interaction/')) return void answerAll(request, response)
    if (request.method !== 'POST') return page(response, signInForm)
    void bodyOf(request).then((body) => {
      const login = body.get('login')
      const result = login ? { login: { accountId: login } } : { error: 'access_denied' }
      return provider.interactionFinished(request, response, result)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    url: issuerAt(port),
    people,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const signInForm = `<form method="post"><label>Who are you? <input name="login"></label><button>Go on</button></form>`

function page(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(`<!doctype html><html lang="en"><title>Central home</title><main>${body}</main></html>`)
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

/** Signs in at the central home from this address. Answers the address that the browser is sent back to. */
export async function signInOverThere(
  authorizeUrl: string,
  login: string,
  jar = new CookieJar(),
): Promise<URL> {
  let [url, form]: [string, URLSearchParams | undefined] = [authorizeUrl, undefined]
  const home = new URL(authorizeUrl).origin
  for (let step = 0; step < 10; step++) {
    const reply = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: jar.header() },
      ...(form && { body: form }),
    })
    jar.take(reply)
    form = undefined
    const location = reply.headers.get('location')
    if (location) {
      const next = new URL(location, url)
      if (next.origin !== home) return next
      url = next.href
    } else if (reply.ok && new URL(url).pathname.startsWith('/interaction/'))
      form = new URLSearchParams({ login })
    else throw new Error(`the central home answers ${reply.status}: ${await reply.text()}`)
  }
  throw new Error('the central home sends the browser in circles')
}
