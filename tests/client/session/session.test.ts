import { beforeEach, expect, test } from 'vitest'
import type { Profile } from '#contract/v1/session.ts'
import { createSession, type Ended, type Session } from '#client/features/session/session.ts'
import { makeProfile } from '../../fixtures/profile.ts'

let mirrored: unknown[]
const mirror = {
  remember: async (profile: Profile, token: string) => void mirrored.push(['remember', profile.userID, token]),
  forget: async (why: Ended, userID: string | null) => void mirrored.push(['forget', why, userID]),
}
const open = (): Session => createSession(localStorage, mirror)

beforeEach(() => {
  mirrored = []
})

test('A sign-in is kept under rr-session as a token, and told to the service worker’s database', async () => {
  await open().begin('a-token', makeProfile())
  expect(JSON.parse(localStorage.getItem('rr-session') ?? '')).toEqual({ token: 'a-token' })
  expect(mirrored).toEqual([['remember', makeProfile().userID, 'a-token']])
})

test('The app opened again knows who is signed in without asking anybody', async () => {
  await open().begin('a-token', makeProfile())
  expect(open().state()).toMatchObject({ token: 'a-token', profile: { fullName: 'Tom Reyes' }, onOffline: false })
})

test('Logging out forgets the session, the profile and whom it served', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('asked')
  expect(session.state()).toEqual({ token: null, profile: null, onOffline: false, ended: 'asked', lastDriver: null })
  expect([localStorage.getItem('rr-session'), localStorage.getItem('rr-profile')]).toEqual([null, null])
  expect(mirrored.at(-1)).toEqual(['forget', 'asked', makeProfile().userID])
})

test('A driver whose session ended may go on offline, and still does after a restart', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('unauthenticated')
  expect(session.state()).toMatchObject({ token: null, profile: null, lastDriver: { fullName: 'Tom Reyes' } })
  session.goOnOffline()
  expect(session.state()).toMatchObject({ token: null, profile: { fullName: 'Tom Reyes' }, onOffline: true })
  expect(open().state()).toMatchObject({ token: null, profile: { fullName: 'Tom Reyes' }, onOffline: true })
})

test('After its 90 days a driver’s session leaves the same: its unsent work is served offline, and the reason is known', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('expired')
  expect(session.state()).toMatchObject({ token: null, ended: 'expired', lastDriver: { fullName: 'Tom Reyes' } })
  session.goOnOffline()
  expect(open().state()).toMatchObject({ profile: { fullName: 'Tom Reyes' }, onOffline: true })
})

test('His next sign-in ends going on offline', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('unauthenticated')
  session.goOnOffline()
  await session.begin('another', makeProfile())
  expect(session.state()).toMatchObject({ token: 'another', onOffline: false, lastDriver: null })
})

test('Nobody who was turned away may go on offline', async () => {
  const session = open()
  await session.begin('a-token', makeProfile())
  await session.end('forbidden')
  session.goOnOffline()
  expect(session.state()).toMatchObject({ profile: null, onOffline: false, lastDriver: null })
})

test('Office and customers have nothing to go on with offline', async () => {
  for (const role of ['ADMIN', 'CUSTOMER'] as const) {
    const session = open()
    await session.begin('a-token', makeProfile({ role }))
    await session.end('unauthenticated')
    expect(session.state().lastDriver).toBeNull()
  }
})

test('Another tab’s sign-out is followed', async () => {
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

test('A late end of the one before does not sign out whom another tab has signed in since', async () => {
  const [mine, other] = [open(), open()]
  await mine.begin('a-token', makeProfile())
  await other.begin('another', makeProfile({ userID: '0190a000-0000-7000-8000-000000000002', fullName: 'Eve Lamb' }))
  await mine.end('unauthenticated')
  expect(JSON.parse(localStorage.getItem('rr-session') ?? '')).toEqual({ token: 'another' })
  expect(mine.state()).toMatchObject({ token: 'another', profile: { fullName: 'Eve Lamb' } })
  expect(mirrored.map((told) => (told as unknown[])[0])).toEqual(['remember', 'remember'])
})

test('Half a storage, as a browser may leave it, is nobody signed in and not an error', () => {
  localStorage.setItem('rr-session', '{"tok')
  expect(open().state()).toMatchObject({ token: null, profile: null })
})
