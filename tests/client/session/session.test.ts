import { beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/v1/session.ts'
import { createSession, type Ended, type Session } from '#client/features/session/session.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

let mirrored: unknown[]
const mirror = {
  remember: async (profile: Profile, token: string) => void mirrored.push(['remember', profile.userID, token]),
  forget: async (why: Ended, userID: string | null) => void mirrored.push(['forget', why, userID]),
}
const open = (): Session => createSession(localStorage, mirror)

beforeEach(() => {
  mirrored = []
})

test('A sign-in is stored as a token under rr-session, and in the service worker’s database', async () => {
  await open().begin('a-token', makeProfile())
  expect(JSON.parse(localStorage.getItem('rr-session') ?? '')).toEqual({ token: 'a-token' })
  expect(mirrored).toEqual([['remember', makeProfile().userID, 'a-token']])
})

test('On a full disk, where the service worker’s copy can’t be written, signing in and out works all the same', async () => {
  const full = () => Promise.reject(new Error('The disk is full'))
  const session = createSession(localStorage, { remember: full, forget: full })
  const seen: (string | null)[] = []
  session.subscribe(() => seen.push(session.state().token))
  await session.begin('a-token', makeProfile())
  await session.end('asked')
  expect(seen).toEqual(['a-token', null])
})

test('A database that never answers keeps nobody from signing in', async () => {
  vi.useFakeTimers()
  const never = () => new Promise<void>(() => undefined)
  const session = createSession(localStorage, { remember: never, forget: never })
  const signedIn = session.begin('a-token', makeProfile())
  await vi.runAllTimersAsync()
  await signedIn
  expect(session.state().token).toBe('a-token')
  vi.useRealTimers()
})

test('After a restart the app knows who is signed in without a request', async () => {
  await open().begin('a-token', makeProfile())
  expect(open().state()).toMatchObject({ token: 'a-token', profile: { fullName: 'Tom Reyes' }, onOffline: false })
})

test('After a restart of the app it isn’t known whether the server still has a mail server', async () => {
  const mailsWere = (mailServer: boolean) => {
    const made = makeProfile({ role: 'ADMIN' })
    return { ...made, config: { ...made.config, mailServer } }
  }
  const first = open()
  await first.begin('a-token', mailsWere(false))
  expect(first.state().profile?.config.mailServer).toBe(false)
  const restarted = open()
  expect(restarted.state().profile).not.toBeNull()
  expect(restarted.state().profile?.config.mailServer).toBeUndefined()
  restarted.know(mailsWere(true))
  expect(restarted.state().profile?.config.mailServer).toBe(true)
})

test('Logging out deletes the session, the profile and the driver’s name', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('asked')
  expect(session.state()).toEqual({ token: null, profile: null, onOffline: false, ended: 'asked', lastDriver: null })
  expect([localStorage.getItem('rr-session'), localStorage.getItem('rr-profile')]).toEqual([null, null])
  expect(mirrored.at(-1)).toEqual(['forget', 'asked', makeProfile().userID])
})

test('A driver whose session was ended may go on offline, also after a restart', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('unauthenticated')
  expect(session.state()).toMatchObject({ token: null, profile: null, lastDriver: { fullName: 'Tom Reyes' } })
  session.goOnOffline()
  expect(session.state()).toMatchObject({ token: null, profile: { fullName: 'Tom Reyes' }, onOffline: true })
  expect(open().state()).toMatchObject({ token: null, profile: { fullName: 'Tom Reyes' }, onOffline: true })
})

test('A driver whose session ended after 90 days may go on offline too, and the reason is known', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('expired')
  expect(session.state()).toMatchObject({ token: null, ended: 'expired', lastDriver: { fullName: 'Tom Reyes' } })
  session.goOnOffline()
  expect(open().state()).toMatchObject({ profile: { fullName: 'Tom Reyes' }, onOffline: true })
})

test('The driver’s next sign-in ends the offline mode', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('unauthenticated')
  session.goOnOffline()
  await session.begin('another', makeProfile())
  expect(session.state()).toMatchObject({ token: 'another', onOffline: false, lastDriver: null })
})

test('After a 403 nobody may go on offline', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('forbidden')
  session.goOnOffline()
  expect(session.state()).toMatchObject({ profile: null, onOffline: false, lastDriver: null })
})

test('Admins and customers may not go on offline', async () => {
  for (const role of ['ADMIN', 'CUSTOMER'] as const) {
    const session = open()
    await session.begin('a-token', makeProfile({ role }))
    await session.end('unauthenticated')
    expect(session.state().lastDriver).toBeNull()
  }
})

test('A sign-out in another tab signs out this one', async () => {
  const [mine, other] = [open(), open()]
  await mine.begin('a-token', makeProfile())
  other.followOtherTab()
  let told = 0
  mine.subscribe(() => (told += 1))
  await other.end('asked')
  mine.followOtherTab()
  expect(told).toBe(1)
  expect(mine.state().token).toBeNull()
})

test('A late end of an older session does not sign out a user who has signed in since in another tab', async () => {
  const [mine, other] = [open(), open()]
  await mine.begin('a-token', makeProfile())
  await other.begin('another', makeProfile({ userID: '0190a000-0000-7000-8000-000000000002', fullName: 'Eve Lamb' }))
  await mine.end('unauthenticated')
  expect(JSON.parse(localStorage.getItem('rr-session') ?? '')).toEqual({ token: 'another' })
  expect(mine.state()).toMatchObject({ token: 'another', profile: { fullName: 'Eve Lamb' } })
  expect(mirrored.map((told) => (told as unknown[])[0])).toEqual(['remember', 'remember'])
})

test('A half written storage means that nobody is signed in, and is no error', () => {
  localStorage.setItem('rr-session', '{"tok')
  expect(open().state()).toMatchObject({ token: null, profile: null })
})
