import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { makeOfficial as making } from '#contract/v1/requests.ts'
import { CUSTOMER_TARGET } from '#domain/customers.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { dayOf } from '#domain/dates.ts'
import { WELCOME_HOW } from '#domain/mails/welcome.ts'
import type { Queryable } from '../../../db/database.ts'
import { LINK_PLACE, queueMail, queueMailWithLink } from '../../../db/mail-outbox.ts'
import { customers } from '../../../db/tables/customers.ts'
import { hasPassword, isEmailTaken, issueToken, letSignIn } from '../../accounts/public.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import type { Dependencies } from '../../../ports.ts'
import { invoiceFirstBlock } from '../../invoices/public.ts'
import { businessToday, letterOf, settingsInForce } from '../../settings/public.ts'
import { firstDueFrom, namedDue } from '../customer-cycle.ts'
import { auditedCustomer } from '../customers-audit.ts'
import { customerFor, existingCustomer } from '../customers-policy.ts'
import type { CustomerRow } from '../customers-reads.ts'
import { nextPickUps } from '../next-pick-up.ts'
import { forgetUnconfirmedPassword } from './registration-reads.ts'

const INVITED_MS = 7 * 86_400_000
type Input = InputOf<typeof making>

/** The request becomes a customer who is due, may sign in, and is told so. */
export async function makeOfficial(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  input: Input,
  ifMatch: number | null,
): Promise<void> {
  const { customerID, runNumber, invoiceType } = input
  const before = await customerFor(tx, 'make-official', customerID, ifMatch)
  const week = weekOf(before, input.weekNumber)
  const row = {
    status: CUSTOMER_TARGET['make-official'],
    runNumber,
    invoiceType,
    ...week,
    ...(await firstPointer(tx, author, before, week.weekNumber, input)),
    version: before.version + 1,
  }
  await tx.update(customers).set(row).where(eq(customers.customerID, customerID))
  await forgetUnconfirmedPassword(tx, customerID)
  const shares =
    input.shareEmail === true && before.email !== null && (await isEmailTaken(tx, before.email, customerID))
  if (!shares) await letSignIn(tx, customerID)
  const after = await existingCustomer(tx, customerID)
  await invoiceFirstBlock(tx, { userID: author.actor.userID, now: author.now }, customerID)
  if (after.email !== null) await welcome(tx, author, deps, after, after.email)
  await recordChange(tx, author, {
    action: 'request.official',
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
    after: auditedCustomer(after),
  })
}

/** The suburb's week, unless the office names one now or has set one before. */
function weekOf(
  { weekNumber, ownWeek, suburbWeek }: CustomerRow,
  named: number | undefined,
): { weekNumber: number | null; ownWeek: boolean } {
  if (named !== undefined) return { weekNumber: named, ownWeek: named !== suburbWeek }
  return ownWeek ? { weekNumber, ownWeek } : { weekNumber: suburbWeek, ownWeek }
}

/** A request may be old, so the first pointer is never before today. */
async function firstPointer(
  tx: Queryable,
  { now }: Author,
  { collectionScheme, startDate }: CustomerRow,
  weekNumber: number | null,
  { due }: Input,
) {
  if (due) return namedDue(tx, now, collectionScheme, weekNumber, due)
  const today = await businessToday(tx, now)
  return firstDueFrom(tx, now, collectionScheme, weekNumber, startDate > today ? startDate : today)
}

async function welcome(
  tx: Queryable,
  { now }: Author,
  deps: Dependencies,
  row: CustomerRow,
  email: string,
): Promise<void> {
  const settings = await settingsInForce(tx)
  const { customerID, firstName } = row
  const day = (await nextPickUps(tx, [row], now)).get(customerID)
  const letter = (how: keyof typeof WELCOME_HOW, passwordLink: string) => ({
    dedupeKey: `welcome ${customerID}`,
    to: email,
    ...letterOf(settings, 'welcome', {
      firstName,
      refId: String(row.refNumber),
      nextPickUp:
        day === undefined
          ? 'week we arrange with you'
          : `week of ${showLongDay(day, dayOf(now, settings['business.timeZone']))}`,
      howToLogIn: WELCOME_HOW[how],
      passwordLink,
    }),
  })
  const { publicUrl } = deps.config
  if (row.signsIn === 0) return queueMail(tx, deps.mail, letter('shared', `${publicUrl}/login`), now)
  // The password was chosen when registering, and the email confirmed since.
  if (await hasPassword(tx, customerID)) return queueMail(tx, deps.mail, letter('known', `${publicUrl}/login`), now)
  const expiresAt = new Date(now.getTime() + INVITED_MS)
  const token = await issueToken(tx, { purpose: 'invite', userID: customerID, expiresAt, now })
  const link = { url: `${publicUrl}/recover?token=${token}`, expiresAt, userID: customerID }
  await queueMailWithLink(tx, deps, { ...letter('choose', LINK_PLACE), link }, now)
}
