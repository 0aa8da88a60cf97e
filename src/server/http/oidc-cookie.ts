import cookie from '@fastify/cookie'

/** Keeps what a sign-in with the firm's provider needs in the browser that began it, where no script reads it. */

const NAME = 'bagrun-oidc'

export function oidcCookie(sealed: Buffer, maxAge: number, { publicUrl }: { readonly publicUrl: string }): string {
  return cookie.serialize(NAME, sealed.toString('base64url'), {
    path: '/v1/users/signin',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge,
  })
}

/** Null: there is none. */
export function oidcCookieIn(header: string | undefined): Buffer | null {
  const value = cookie.parse(header ?? '')[NAME]
  return value === undefined ? null : Buffer.from(value, 'base64url')
}
