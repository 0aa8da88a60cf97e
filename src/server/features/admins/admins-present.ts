import type { AnswerOf } from '#contract/endpoint.ts'
import type { getAdmin } from '#contract/v1/admins.ts'
import type { AdminRow } from './admins-reads.ts'

type Admin = AnswerOf<typeof getAdmin>

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
    lastSeenAt,
    invited,
    createdAt,
    version,
  }
}
