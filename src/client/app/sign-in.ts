import { createCall, type Call } from '#client/api/call.ts'
import type { Answer } from '#client/api/answers.ts'
import { getProfile, signOut, type Profile, type setUp, type signIn } from '#contract/v1/session.ts'
import type { confirmOidc, signInWithOidc } from '#contract/v1/oidc.ts'
import type { signInWithPasskey } from '#contract/v1/second-factor.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { configureZod } from './configure-zod.ts'
import { apiBase, xsrfCookie } from './browser-ports.ts'
import { appBuild } from './build.ts'
import { hideFailures } from '#client/ui/core/toasts.tsx'
import { phone } from './phone-port.ts'
import { session } from './session.ts'

configureZod()

function callAs(token: () => string | null): Call {
  return createCall({ fetch: (url, init) => fetch(url, init), token, xsrf: xsrfCookie, base: apiBase, appBuild })
}

const anybody = callAs(() => session.state().token)

/** For what runs beside the screens: a refusal ends no session. */
export const backgroundCall: Call = (endpoint, input, options) =>
  anybody(endpoint, input, { timeLimitMs: 30_000, ...options })

const PROFILE_CHANGED = ['second_factor_missing', 'office_role']

/**
 * The call used by screens, where a 401 or 403 ends the session (spec 8). The background's drain and pull, whose
 * refusals only pause them, and signing in do not use it.
 */
export const screenCall: Call = async (endpoint, input, options) => {
  const { token } = session.state()
  const answer = await anybody(endpoint, input, options)
  // What a user's role in the office does not include is refused to them alone; the rest of the session stands.
  const refused =
    answer.kind === 'refused' &&
    (answer.status === 401 || answer.status === 403) &&
    answer.problem.code !== 'office_role'
  // A late answer to an earlier session says nothing about this one.
  if (refused && token !== null && token === session.state().token) {
    const revoked = answer.problem.code === 'device_revoked'
    if (revoked) {
      const { emptyRevokedDevice } = await phone()
      await emptyRevokedDevice(session.state().profile?.userID ?? null)
    }
    const lasted = answer.problem.code === 'session_expired'
    const ended = lasted ? 'expired' : answer.status === 401 ? 'unauthenticated' : 'forbidden'
    await session.end(revoked ? 'revoked' : ended)
  }
  // The profile is out of date: the second factor became mandatory, or the user got another role.
  if (answer.kind === 'refused' && PROFILE_CHANGED.includes(answer.problem.code)) void refreshProfile()
  return answer
}

type SignsIn = typeof signIn | typeof signInWithPasskey | typeof signInWithOidc | typeof confirmOidc | typeof setUp

/** Begins a session: by email and password, a passkey, the firm's provider, or the first admin's one-time link. */
export async function signInBy<E extends SignsIn>(endpoint: E, input: CallOf<E>): Promise<Answer<unknown>> {
  const answer = await anybody(endpoint, input)
  return answer.kind === 'ok' ? adopt(answer.value.token) : answer
}

async function adopt(token: string): Promise<Answer<Profile>> {
  const answer = await callAs(() => token)(getProfile, {})
  if (answer.kind === 'ok') {
    await session.begin(token, answer.value)
    hideFailures()
    // Asked while the user is present, so that a driver's records are not evicted (offline.md, "Ready to leave").
    if (answer.value.role === 'DRIVER') navigator.storage?.persist?.().catch(() => undefined)
  }
  return answer
}

/** Fetches the profile again. A refusal ends the session; without signal the stored profile stays. */
export async function refreshProfile(): Promise<Answer<Profile>> {
  const { token } = session.state()
  const answer = await screenCall(getProfile, {})
  if (answer.kind === 'ok' && token === session.state().token) session.know(answer.value)
  return answer
}

/**
 * Ends the session on this device at once, in all tabs, and then on the server. In the other order another tab would go
 * on with the session during a slow request.
 */
export async function signOutNow(): Promise<void> {
  const { token } = session.state()
  await session.end('asked')
  await Promise.race([callAs(() => token)(signOut, {}), new Promise((resolve) => setTimeout(resolve, 4000))])
}
