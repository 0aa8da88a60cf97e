import type { AnswerOf } from '#contract/endpoint.ts'
import type { getAdmin } from '#contract/v1/admins.ts'
import type { AdminRow } from './admins-reads.ts'

export const presentAdmin = (row: AdminRow): AnswerOf<typeof getAdmin> => ({ ...row, adminID: row.userID })
