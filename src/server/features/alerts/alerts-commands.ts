import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { alertKindsOf, ALERT_AREAS, type AlertKind, alertWords } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import { defused } from '#domain/typed-names.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail, replaceMails } from '../../db/mail-outbox.ts'
import { mails } from '../../db/tables/mails.ts'
import { alerts } from '../../db/tables/maintenance.ts'
import { users } from '../../db/tables/users.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { type Actor, requireArea } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { resolveUnbooked, testPaymentsOf } from '../payments/public.ts'
import type { Problem } from './alerts-facts.ts'
import { readAlerts } from './alerts-reads.ts'

/**
 * Opens new alerts, with one mail to every admin whom they concern, renews those that persist, and ends those that are resolved.
 * @returns how many were opened
 */
export async function bringUpToDate(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail' | 'config'>,
  problems: readonly Problem[],
  now: Date,
): Promise<number> {
  const open = await tx.select().from(alerts).where(isNull(alerts.endedAt))
  const isSame = (a: Problem) => (b: Problem) => a.kind === b.kind && a.subject === b.subject
  const ended = open.filter((alert) => !problems.some(isSame(alert)))
  const staying = open.filter((alert) => problems.some(isSame(alert)))
  await end(
    tx,
    ended.map(({ alertID }) => alertID),
    now,
  )
  if (staying.length > 0)
    await tx
      .update(alerts)
      .set({ lastSeenAt: now })
      .where(
        inArray(
          alerts.alertID,
          staying.map(({ alertID }) => alertID),
        ),
      )
  let opened = 0
  for (const problem of problems.filter((one) => !open.some(isSame(one)))) {
    // Another node may find it at the same time; only one opens the alert.
    const [made] = await tx
      .insert(alerts)
      .values({ ...problem, alertID: newID(now.getTime()), openedAt: now, lastSeenAt: now })
      .onConflictDoNothing()
      .returning()
    if (!made) continue
    opened += 1
    await tellAdmins(tx, deps, made, now)
  }
  return opened
}

/** A mail about it that was not sent would tell later of a problem that is over, so it is given up. */
async function end(tx: Queryable, alertIDs: readonly string[], now: Date): Promise<void> {
  if (alertIDs.length === 0) return
  await tx.update(alerts).set({ endedAt: now }).where(inArray(alerts.alertID, alertIDs))
  const people = await tx.select({ userID: users.userID }).from(users).where(eq(users.role, 'ADMIN'))
  const keys = alertIDs.flatMap((alertID) => people.map(({ userID }) => keyOf(alertID, userID)))
  const unsent = await tx.select({ mailID: mails.mailID }).from(mails).where(among(mails.dedupeKey, keys))
  await replaceMails(
    tx,
    unsent.map(({ mailID }) => mailID),
    now,
  )
}

const keyOf = (alertID: string, userID: string) => `alert ${alertID} ${userID}`

/** Ends an alert whose problem was solved outside, for good. Called again it changes nothing. */
export async function resolveAlert(
  tx: Queryable,
  author: Author & { readonly actor: Pick<Actor, 'officeRole'> },
  alertID: string,
  reason: string,
): Promise<void> {
  const [alert] = await tx.select().from(alerts).where(eq(alerts.alertID, alertID)).for('update')
  if (!alert) throw new Refused('not_found')
  requireArea(author.actor, ALERT_AREAS[alert.kind])
  // A problem of another kind stays, and the next check would open the alert again.
  if (alert.kind !== 'payment-unbooked') throw new Refused('wrong_state')
  const eventID = alert.subject.slice(alert.subject.indexOf(' ') + 1)
  if (!(await resolveUnbooked(tx, author, eventID, reason))) return
  await end(tx, [alertID], author.now)
  await recordChange(tx, author, {
    action: 'alert.resolve',
    subjectKind: 'alert',
    subjectID: alertID,
    after: { kind: alert.kind, eventID, texts: ['reason'] },
  })
}

async function tellAdmins(
  tx: Queryable,
  { mail, config }: Pick<Dependencies, 'mail' | 'config'>,
  alert: typeof alerts.$inferSelect,
  now: Date,
): Promise<void> {
  const [about] = await readAlerts(tx, eq(alerts.alertID, alert.alertID))
  const name = about?.name == null ? null : defused(about.name)
  const testPayments = alert.kind === 'payments-sandbox' ? await testPaymentsOf(tx) : null
  const hasMailServer = mail.kind !== 'kept'
  const { title, advice } = alertWords(alert.kind, {
    ...about,
    name,
    subject: alert.subject,
    testPayments,
    hasMailServer,
  })
  const text = `${title}.\n\n${advice}\n\nCheck Home to see when it’s fixed: ${config.publicUrl}/\n`
  for (const { userID, email } of await adminsToldOf(tx, alert.kind)) {
    await queueMail(
      tx,
      mail,
      { dedupeKey: keyOf(alert.alertID, userID), to: email!, subject: `Bagrun: ${title}`, text },
      now,
    )
  }
}

/** The users to whom Home shows it: an alert is the whole firm's, so users of one depot are left out. */
async function adminsToldOf(tx: Queryable, kind: AlertKind) {
  const admins = await tx
    .select({ userID: users.userID, email: users.email, officeRole: users.officeRole })
    .from(users)
    .where(
      and(
        eq(users.role, 'ADMIN'),
        isNull(users.disabledAt),
        eq(users.signsIn, 1),
        isNotNull(users.email),
        isNull(users.depotID),
      ),
    )
  return admins.filter(({ officeRole }) => alertKindsOf(officeRole ?? 'OWNER').includes(kind))
}
