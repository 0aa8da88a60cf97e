import type { Profile } from '#contract/v1/session.ts'

/** The profile of a signed-in person: a driver by default. */
export function makeProfile(over: Partial<Profile> = {}): Profile {
  return {
    userID: '0190a000-0000-7000-8000-000000000001',
    fullName: 'Tom Reyes',
    role: 'DRIVER',
    email: 'tom@example.com',
    accountBalance: 0,
    business: { name: 'Green Round Pty Ltd', logoUrl: null },
    config: {
      pageSize: 25,
      timeZone: 'Australia/Sydney',
      allowRegister: false,
      allowReAssignDriver: true,
      maxFiles: 5,
      maxUploadBytes: 20_000_000,
    },
    ...over,
  }
}
