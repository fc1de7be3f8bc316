/** The central home as an OpenID Connect provider: where to sign in, and who came back. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  type Configuration,
} from 'openid-client'
import { languages, type Language } from '../../../model/language.ts'
import { AppError } from '../../../model/errors.ts'
import type { SsoConfig } from '../../config/config.ts'
import type { Log } from '../../log.ts'
import type { SsoFlow } from './sso-flow.ts'

export type CentralPerson = {
  issuer: string
  subject: string
  /** Null unless the central home has seen that it is theirs. */
  verifiedEmail: string | null
  /** Plan that the central home reports, unchecked; undefined if it reports none. */
  plan: unknown
}

export type SsoProvider = {
  authorizeUrl(flow: SsoFlow, language: Language): Promise<string>
  /** Throws sso_code_invalid where the code, or what it is for, is not what this way began with. */
  exchange(
    answer: { code: string; state: string; iss?: string | undefined },
    flow: SsoFlow,
  ): Promise<CentralPerson>
  /** Returns the page that ends the session of the central home. Null if it has no such page or does not answer. */
  signOutUrl(): Promise<string | null>
}

/** The provider's discovery document is fetched again after this time. */
const knownForMs = 3_600_000
const timeoutSeconds = 10

export function createSsoProvider(sso: SsoConfig, publicUrl: string, log: Log): SsoProvider {
  const redirectUri = `${publicUrl}/sso/authorization`
  const issuer = new URL(sso.issuer)
  const authentication = sso.clientSecret === undefined ? None() : ClientSecretBasic(sso.clientSecret)
  let known: { at: number; configuration: Promise<Configuration> } | undefined

  function configuration(): Promise<Configuration> {
    if (known && Date.now() - known.at < knownForMs) return known.configuration
    const asked = discovery(issuer, sso.clientId, {}, authentication, {
      timeout: timeoutSeconds,
      // The configuration decides whether plain HTTP is allowed at all.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      known = undefined
      throw away(error)
    })
    known = { at: Date.now(), configuration: asked }
    return asked
  }

  function away(error: unknown): AppError {
    log.warn({ error: error instanceof Error ? error.message : '' }, 'central home away')
    return new AppError('sso_unavailable', { retryAfterSeconds: 10 })
  }

  return {
    async authorizeUrl({ state, nonce, verifier }, language) {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: languages[language].iso,
      })
      return url.href
    },
    async exchange({ code, state, iss }, flow) {
      const found = await configuration()
      const answered = new URL(redirectUri)
      for (const [name, value] of Object.entries({ code, state, iss }))
        if (value !== undefined) answered.searchParams.set(name, value)
      const tokens = await authorizationCodeGrant(found, answered, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
      }).catch((error: unknown) => {
        if (!isRefusal(error)) throw away(error)
        log.info({ error: error.message, reason: error.code }, 'code of the central home refused')
        throw new AppError('sso_code_invalid')
      })
      const claims = tokens.claims()
      if (!claims) throw new AppError('sso_code_invalid')
      // Providers that keep to the letter say the address, and what is their own, there alone.
      const hasClaims = claims['email'] !== undefined
      const asks =
        (!hasClaims || claims[sso.planClaim] === undefined) && found.serverMetadata().userinfo_endpoint
      const asked = asks
        ? await fetchUserInfo(found, tokens.access_token, claims.sub).catch((error: unknown) => {
            // The plan alone refuses nobody.
            if (!hasClaims) throw away(error)
            log.warn({ error: error instanceof Error ? error.message : '' }, 'central home told no plan')
          })
        : undefined
      const { email, email_verified: isVerified } = (hasClaims ? claims : asked) ?? claims
      const verifiedEmail = isVerified === true && typeof email === 'string' ? email : null
      const plan: unknown = claims[sso.planClaim] ?? asked?.[sso.planClaim]
      return { issuer: claims.iss, subject: claims.sub, verifiedEmail, plan }
    },
    async signOutUrl() {
      const found = await configuration().catch(() => undefined)
      if (!found?.serverMetadata().end_session_endpoint) return null
      return buildEndSessionUrl(found, { post_logout_redirect_uri: `${publicUrl}/auth/login` }).href
    },
  }
}

/** No failure on the way, but an answer that is no yes, or that is not what was asked for. */
function isRefusal(error: unknown): error is Error & { code?: string } {
  if (error instanceof ResponseBodyError) return error.status < 500 && error.error !== 'invalid_client'
  if (error instanceof AuthorizationResponseError) return true
  return error instanceof ClientError && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '')
}
