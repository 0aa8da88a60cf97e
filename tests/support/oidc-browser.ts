import { expect } from 'vitest'
import type { Office } from './office.ts'
import type { TestProvider } from './oidc-provider.ts'
import type { Body } from './person.ts'

export const OIDC = '/v1/users/signin/oidc'

type Claims = Parameters<TestProvider['authorize']>[1]

/** One browser: it keeps the cookie of the sign-in that it began. */
export function browserAt({ nobody }: Office, provider: TestProvider) {
  let cookie = ''
  const headers = () => ({ cookie: `XSRF-TOKEN=xsrf-of-the-tests; ${cookie}` })
  return {
    cookieLine: '',
    async begin(): Promise<string> {
      const answer = await nobody.post<{ url: string }>(`${OIDC}/begin`, {}, headers())
      expect(answer.status).toBe(200)
      this.cookieLine = answer.headers.getSetCookie().find((line) => line.startsWith('bagrun-oidc='))!
      cookie = this.cookieLine.split(';')[0]!
      return answer.body.url
    },
    end: (answer: string) => nobody.post<Body>(OIDC, { answer }, headers()),
    code: (code: string) => nobody.post<Body>(`${OIDC}/code`, { code }, headers()),
    headers,
    async signIn(claims: Claims) {
      return this.end(await provider.authorize(await this.begin(), claims))
    },
  }
}

export const verified = (email: string): Claims => ({ email, email_verified: true })
