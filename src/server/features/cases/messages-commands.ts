import { count, eq } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { caseMessages } from '../../db/tables/cases.ts'
import type { Author } from '../../http/changes.ts'

type NewMessage = Omit<typeof caseMessages.$inferInsert, 'messageID' | 'sequence' | 'createdAt'> & {
  readonly messageID?: string
}

/** Adds the next message of a case that the caller has locked. @returns its ID */
export async function appendMessage(tx: Queryable, { now }: Author, message: NewMessage): Promise<string> {
  const messageID = message.messageID ?? newID(now.getTime())
  const [counted] = await tx
    .select({ total: count() })
    .from(caseMessages)
    .where(eq(caseMessages.caseID, message.caseID))
  await tx.insert(caseMessages).values({ ...message, messageID, sequence: counted!.total + 1, createdAt: now })
  return messageID
}
