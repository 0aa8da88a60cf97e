import type { Composed } from '../compose.ts'
import { runAutopay } from '../features/autopay/autopay-runner.ts'
import { runChasing } from '../features/chasing/chasing-runner.ts'
import { askProvider } from '../features/payments/ask-provider.ts'
import { deliverMails } from './deliver-mails.ts'

/**
 * What a running server does every minute, at the story's present time: automatic payments, reminders and paused
 * collections. Its mails are sent at once, as with a mail server: without one nobody is charged or reminded.
 */
export async function doServerWork({ deps, sandbox }: Pick<Composed, 'deps' | 'sandbox'>): Promise<void> {
  const mailing = { ...deps, mail: { ...deps.mail, kind: 'smtp' as const } }
  await sandbox?.runDue()
  await askProvider(deps)
  // A charge is planned, made, and followed by what its result asks for.
  for (let look = 0; look < 2; look++) {
    await runAutopay(mailing)
    await deliverMails(deps.database.db)
    await sandbox?.runDue()
  }
  await runChasing(mailing)
  await deliverMails(deps.database.db)
}
