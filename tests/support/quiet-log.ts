import type { DatabaseLog } from '#server/db/database.ts'

/** Tests are silent; what they want to know they ask for. */
export const quietLog: DatabaseLog = { warn: () => undefined, error: () => undefined }
