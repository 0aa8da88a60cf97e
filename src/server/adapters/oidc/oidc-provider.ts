import type { ClientAuth, Configuration } from 'openid-client'
import { type OidcPerson, type OidcPort, OidcTrouble } from '../../ports.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientID: string
  readonly clientSecret: string
  /** What its button on the login page says. */
  readonly name: string
  /** Our page that it leads back to. */
  readonly redirectUri: string
  /** Values of `amr` and `acr` that stand for a second factor. */
  readonly secondFactors: readonly string[]
  /** The claim that is true where the email is verified. */
  readonly verifiedClaim: string
  readonly passwordAdmin: string | null
}

/** A request to the provider is given up after this time. */
const TIMEOUT_SECONDS = 10

/** Loaded at the first sign-in, because most installations have no provider. */
const library = async () => import('openid-client')

/**
 * The library asks for the provider's addresses (discovery), and checks state, PKCE, nonce, issuer, audience, expiry and
 * signature. It follows no redirect, and asks nobody but the issuer and the addresses that the issuer names.
 */
export function oidcProvider(settings: OidcSettings, timeout = TIMEOUT_SECONDS): OidcPort {
  const { issuer, clientID, clientSecret, name, redirectUri, verifiedClaim, passwordAdmin } = settings
  /** The provider's configuration as it last answered. */
  let known: Configuration | null = null

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks } =
      await library()
    const authenticate: ClientAuth = (server, ...request) => {
      const byBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
      return (byBody ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret))(server, ...request)
    }
    return discovery(new URL(issuer), clientID, undefined, authenticate, {
      timeout,
      // Without this the library trusts the connection in place of an ID token's signature.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    })
  }

  async function ask(): Promise<Configuration> {
    try {
      known = await discover()
      return known
    } catch (error) {
      throw new OidcTrouble('away', failureOf(error))
    }
  }

  return {
    name,
    passwordAdmin,

    async begin() {
      // The provider is asked each time, so that nobody is sent to one that is away.
      const config = await ask()
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
        await library()
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state, nonce, verifier }
    },

    async finish(answer, { state, nonce, verifier }) {
      const config = known ?? (await ask())
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      try {
        const tokens = await authorizationCodeGrant(config, new URL(answer, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        // What says that an email is verified counts only beside that email: both in the token, or both at this address.
        const isWhole = claims['email'] !== undefined && claims[verifiedClaim] !== undefined
        const about = isWhole ? claims : await fetchUserInfo(config, tokens.access_token, claims.sub)
        return personOf(claims, about, settings)
      } catch (error) {
        throw new OidcTrouble(isAway(error) ? 'away' : 'refused', failureOf(error))
      }
    },
  }
}

type Claims = Readonly<Record<string, unknown>>

/** By OpenID Connect a boolean. In a claim of its own a provider may write it otherwise, as Microsoft does in xms_edov. */
const saysYes = (claim: string, value: unknown) =>
  value === true || (claim !== 'email_verified' && [1, '1', 'true'].includes(value as string | number))

/**
 * @param token what the ID token says; who proved a second factor is read there only
 * @param about where both the email and what says that it is verified are looked for
 */
function personOf(token: Claims, about: Claims, { secondFactors, verifiedClaim }: OidcSettings): OidcPerson {
  const email = about['email']
  const ways = [token['amr'], token['acr']].flat()
  return {
    email: typeof email === 'string' && saysYes(verifiedClaim, about[verifiedClaim]) ? email : null,
    secondFactor: ways.some((way) => typeof way === 'string' && secondFactors.includes(way)),
  }
}

/** No answer in time, or one that says that the provider itself is broken. */
function isAway(error: unknown): boolean {
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: { status?: unknown } }
  const answered = Number(status ?? cause?.status ?? 0)
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || answered >= 500
}

/** The library's or the provider's code of what failed. Their sentences may hold what is not to be logged. */
function failureOf(error: unknown): string {
  const { error: code, code: own, name } = error as { error?: unknown; code?: unknown; name?: unknown }
  const word = [code, own, name].find((one) => typeof one === 'string' && /^[A-Za-z_]{1,60}$/.test(one))
  return typeof word === 'string' ? word : 'unknown'
}
