import type { DatabaseLog } from '#server/db/database.ts'

/** Discards all lines: tests print nothing, and check results instead of logs. */
export const quietLog: DatabaseLog = { warn: () => undefined, error: () => undefined }
