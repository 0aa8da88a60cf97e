import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSkipLink } from '#contract/v1/skip-links.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { showCutoff } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { sameWeek } from '../../db/same-week.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { calendarWeek } from '../calendar/public.ts'
import { addNoPickup } from '../no-pickups/public.ts'
import { customersOfWeek } from '../runs/public.ts'
import { businessNameOf, logoUrl, settingsInForce } from '../settings/public.ts'
import { cutoffIn } from './reminders-reads.ts'
import { skipOfToken } from './skip-token.ts'

type SkipLink = AnswerOf<typeof getSkipLink>

type Needs = Pick<Dependencies, 'secrets'>

/** What the link shows now. Refused when this server did not sign it, or customer or week are gone. */
export async function readSkipLink(db: Queryable, deps: Needs, token: string, now: Date): Promise<SkipLink> {
  const { customerID, week } = tokenOf(deps, token)
  const [customer] = await db
    .select({ firstName: users.firstName })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(
      and(
        eq(customers.customerID, customerID),
        isNull(customers.hiddenAt),
        inArray(customers.status, ['ACTIVE', 'BLOCKED']),
      ),
    )
  const row = await calendarWeek(db, week.yearNumber, week.monthNumber, week.weekNumber)
  if (!customer || !row) throw new Refused('token_invalid')
  const [given] = await db
    .select({ createdAt: noPickups.createdAt })
    .from(noPickups)
    .where(and(eq(noPickups.customerID, customerID), sameWeek(noPickups, week)))
  const [due] = await customersOfWeek(db, row, [customerID])
  const isToCome = due!.notDue === null || due!.notDue === 'blocked'
  const settings = await settingsInForce(db)
  return {
    businessName: businessNameOf(settings),
    logoUrl: await logoUrl(db),
    phone: settings['business.phone'],
    firstName: customer.firstName,
    fromDate: row.from,
    toDate: row.to,
    cutoff: showCutoff(row, settings['business.timeZone'], settings['noPickup.cutoff']),
    state: given ? 'skipped' : now >= cutoffIn(settings, row) ? 'too_late' : isToCome ? 'open' : 'not_due',
    skippedAt: given?.createdAt ?? null,
    justNow: false,
  }
}

/** Adds the customer's own no pickup. If there is one, nothing is due or the cut-off has passed, nothing changes. */
export async function skipByToken(
  tx: Queryable,
  deps: Needs,
  token: string,
  { requestID, now }: { requestID: string; now: Date },
): Promise<SkipLink> {
  const before = await readSkipLink(tx, deps, token, now)
  if (before.state !== 'open') return before
  const { customerID, week } = tokenOf(deps, token)
  const author = { actor: { userID: customerID }, requestID, now }
  try {
    await inTransaction(tx, (inner) => addNoPickup(inner, author, { customerID, ...week }))
  } catch (error) {
    // The link was pressed in two windows at once.
    if (!(error instanceof Refused) || error.code !== 'no_pickup_taken') throw error
    return readSkipLink(tx, deps, token, now)
  }
  return { ...(await readSkipLink(tx, deps, token, now)), justNow: true }
}

function tokenOf({ secrets }: Needs, token: string): { customerID: string; week: WeekRef } {
  const skip = skipOfToken(secrets, token)
  if (!skip) throw new Refused('token_invalid')
  return skip
}
