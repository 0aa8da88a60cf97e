import type { Profile } from '#contract/v1/session.ts'

/**
 * Why there is no session: the user signed out, the session was ended (401) or reached its 90 days (401), the server
 * refuses the account (403), or the office revoked this phone.
 */
export type Ended = 'asked' | 'unauthenticated' | 'expired' | 'forbidden' | 'revoked'

export interface SessionState {
  readonly token: string | null
  /** The user, fetched once when the shell loads and stored for a start without signal. */
  readonly profile: Profile | null
  /** A driver whose session ended goes on recording on this phone (offline.md, "Go on offline"). */
  readonly onOffline: boolean
  readonly ended: Ended | null
  /** The last driver of this device, when they may go on without signing in. */
  readonly lastDriver: Profile | null
}

export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Copies user and token to `rr-device` for the service worker, which can't read localStorage (offline.md, "Sending").
 * Both methods reject where the disk is full.
 */
export interface SessionMirror {
  remember(profile: Profile, token: string): Promise<void>
  forget(why: Ended, userID: string | null): Promise<void>
}

/** A database that does not answer within this time, ms, must not keep anybody from signing in. */
const COPIED_WITHIN_MS = 4_000

const SESSION = 'rr-session'
const PROFILE = 'rr-profile'
const LAST_DRIVER = 'rr-last-driver'

interface LastDriver {
  profile: Profile
  onOffline: boolean
}

function readJson<T>(storage: SessionStorage, key: string): T | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  begin(token: string, profile: Profile): Promise<void>
  know(profile: Profile): void
  /** Unsent work stays. */
  end(why: Ended): Promise<void>
  goOnOffline(): void
  /** Called when another tab changed the stored session. */
  followOtherTab(): void
}

/**
 * The session of this device, in localStorage (in memory where the browser refuses it) under the spec's key `rr-session` and mirrored for the service worker. It
 * follows a sign-in or sign-out in another tab at once.
 */
export function createSession(storage: SessionStorage, mirror: SessionMirror): Session {
  const listeners = new Set<() => void>()
  // Whether emails are sent changes with a restart of the server, so a stored answer isn't shown: this one is of the
  // profile that was fetched since the window opened.
  let mailServer: boolean | undefined
  let current = read(null)

  function read(ended: Ended | null): SessionState {
    const token = readJson<{ token?: string }>(storage, SESSION)?.token ?? null
    const last = readJson<LastDriver>(storage, LAST_DRIVER)
    const onOffline = token === null && last !== null && last.onOffline
    return {
      token,
      profile: token !== null ? withMailServer(readJson<Profile>(storage, PROFILE)) : onOffline ? last.profile : null,
      onOffline,
      ended: token === null ? ended : null,
      lastDriver: token === null ? (last?.profile ?? null) : null,
    }
  }

  function withMailServer(profile: Profile | null): Profile | null {
    if (profile === null) return null
    const { mailServer: _stored, ...config } = profile.config ?? {}
    return { ...profile, config: mailServer === undefined ? config : { ...config, mailServer } }
  }

  function reread(ended: Ended | null): void {
    current = read(ended)
    for (const listener of listeners) listener()
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async begin(token, profile) {
      storage.setItem(SESSION, JSON.stringify({ token }))
      storage.setItem(PROFILE, JSON.stringify(profile))
      storage.removeItem(LAST_DRIVER)
      mailServer = profile.config.mailServer
      // On a full disk the user is signed in without the copy, which the driver's part writes once there is room.
      const copied = mirror.remember(profile, token).catch(() => undefined)
      await Promise.race([copied, new Promise((resolve) => setTimeout(resolve, COPIED_WITHIN_MS))])
      reread(null)
    },
    know(profile) {
      mailServer = profile.config.mailServer
      storage.setItem(PROFILE, JSON.stringify(profile))
      reread(null)
    },
    async end(why) {
      const { profile, lastDriver, token } = current
      const stored = readJson<{ token?: string }>(storage, SESSION)?.token ?? null
      // Another tab has signed a user in since, and that session goes on.
      if (stored !== null && stored !== token) return reread(null)
      storage.removeItem(SESSION)
      storage.removeItem(PROFILE)
      const driver = profile?.role === 'DRIVER' ? profile : lastDriver
      if ((why === 'unauthenticated' || why === 'expired') && driver !== null) {
        storage.setItem(LAST_DRIVER, JSON.stringify({ profile: driver, onOffline: false } satisfies LastDriver))
      } else storage.removeItem(LAST_DRIVER)
      reread(why)
      await mirror.forget(why, (profile ?? lastDriver)?.userID ?? null).catch(() => undefined)
    },
    goOnOffline() {
      const profile = current.lastDriver
      if (profile === null) return
      storage.setItem(LAST_DRIVER, JSON.stringify({ profile, onOffline: true } satisfies LastDriver))
      reread(null)
    },
    followOtherTab: () => reread(current.ended),
  }
}

/** The storage keys whose change by another tab concerns the session. */
export const SESSION_KEYS: readonly string[] = [SESSION, PROFILE, LAST_DRIVER]
