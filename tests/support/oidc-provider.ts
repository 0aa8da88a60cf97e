import { createPrivateKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { ORIGIN } from './in-process.ts'

const CLIENT = { id: 'bagrun', secret: 'the client secret of the tests' }

/** What the provider says of a person. */
interface Claims {
  readonly email?: string
  readonly email_verified?: boolean
  readonly [name: string]: unknown
}

export interface TestProvider {
  readonly issuer: string
  /** The variables with which an office uses it. */
  readonly environment: Readonly<Record<string, string>>
  /** The paths that were asked for. */
  readonly asked: string[]
  /** How it has verified whoever signs in next. */
  amr: readonly string[]
  acr: string | undefined
  /** Replaces what it signs in an ID token. */
  alter: (claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Signs with a key that it does not publish. */
  foreignKey: boolean
  /** Answers instead of it; true: it has. */
  instead: ((path: string, response: ServerResponse) => boolean) | null
  /** A browser follows this address, and the person signs in. @returns the query with which it is led back */
  authorize(url: string, person: Claims): Promise<string>
  /** Everything as at first. */
  reset(): void
  close(): Promise<void>
}

/** A certified provider of OpenID Connect in this process. */
export async function openProvider(origin = ORIGIN): Promise<TestProvider> {
  const [own, foreign] = [rsaKey(), rsaKey()]
  const people = new Map<string, Claims>()
  let next = ''
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    test.asked.push(path.split('?')[0]!)
    if (test.instead?.(path, response)) return
    if (path.startsWith('/interaction/'))
      return void provider.interactionFinished(request, response, {
        login: { accountId: next, amr: test.amr, acr: test.acr, remember: false },
      })
    if (path === '/token') changeTokens(response)
    provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${origin}/login/callback`],
      },
    ],
    jwks: { keys: [{ ...own, alg: 'RS256', use: 'sig', kid: 'own' }] },
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified', 'xms_edov'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant: async ({ oidc }: LoadsGrant) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })

  /** Signs the ID token of an answer again. The provider sets its length first, and ends with the whole text. */
  function changeTokens(response: ServerResponse): void {
    const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse
    response.end = ((chunk: unknown) => {
      const body = JSON.parse(String(chunk)) as { id_token?: string }
      if (body.id_token === undefined) return end(chunk)
      const claims = test.alter(decoded(body.id_token.split('.')[1]!))
      const text = JSON.stringify({ ...body, id_token: signed(claims, test.foreignKey ? foreign : own) })
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as ServerResponse['end']
  }

  const usual = () => ({
    amr: [] as readonly string[],
    acr: undefined,
    alter: (claims: Readonly<Record<string, unknown>>) => claims,
    foreignKey: false,
    instead: null,
  })
  const test: TestProvider = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Contoso',
    },
    asked: [],
    ...usual(),
    async authorize(url, person) {
      next = `person ${people.size}`
      people.set(next, person)
      const jar = new Map<string, string>()
      let at = url
      while (!at.startsWith(origin)) {
        const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie: cookies } })
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
          jar.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
        at = new URL(location, issuer).href
      }
      return new URL(at).search
    },
    reset: () => {
      Object.assign(test, usual())
      test.asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return test
}

type LoadsGrant = {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
}

function rsaKey(): JsonWebKey {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

function signed(claims: unknown, key: JsonWebKey): string {
  const parts = [{ alg: 'RS256', kid: 'own', typ: 'JWT' }, claims]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = createSign('sha256')
    .update(text)
    .sign(createPrivateKey({ key, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}
