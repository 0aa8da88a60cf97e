import { inTransaction } from './db/transaction.ts'
import { resetLink } from './features/session/session-commands.ts'
import { accountByEmail } from './features/session/session-reads.ts'
import { writeAudit } from './http/audit.ts'
import type { Dependencies } from './ports.ts'

/**
 * A link to choose a new password, for the machine's operator. It lets an admin sign in again where no mail server is
 * set, because no other admin may read their mails. Throws a sentence when no account has this email.
 */
export function makePasswordLink(
  {
    database,
    clock,
    config,
  }: Pick<Dependencies, 'database' | 'clock'> & { readonly config: { readonly publicUrl: string } },
  email: string,
): Promise<string> {
  const now = clock.now()
  return inTransaction(database.db, async (tx) => {
    const account = await accountByEmail(tx, email, now)
    if (account === null || account.closed) throw new Error(`No open account signs in with ${email}.`)
    const { url } = await resetLink(tx, config, account.userID, now)
    await writeAudit(tx, {
      actorID: null,
      action: 'session.password-link',
      subjectKind: 'user',
      subjectID: account.userID,
      requestID: null,
      at: now,
    })
    return url
  })
}
