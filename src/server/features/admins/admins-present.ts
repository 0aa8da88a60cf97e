import type { Admin } from '#contract/v1/admins.ts'
import type { AdminRow } from './admins-reads.ts'

export function presentAdmin({
  userID,
  firstName,
  lastName,
  fullName,
  email,
  invited,
  lastSeenAt,
  createdAt,
  version,
}: AdminRow): Admin {
  return {
    adminID: userID,
    firstName,
    lastName,
    fullName,
    email,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invited,
    createdAt: createdAt.toISOString(),
    version,
  }
}
