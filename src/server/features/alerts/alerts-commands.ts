import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { alertWords } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { alerts } from '../../db/tables/maintenance.ts'
import { users } from '../../db/tables/users.ts'
import type { Dependencies } from '../../ports.ts'
import type { Matter } from './alerts-facts.ts'
import { readAlerts } from './alerts-reads.ts'

/**
 * Opens new alerts, with one mail to every admin, renews those that persist, and ends those that are resolved.
 * @returns how many were opened
 */
export async function bringUpToDate(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail' | 'config'>,
  standing: readonly Matter[],
  now: Date,
): Promise<number> {
  const open = await tx.select().from(alerts).where(isNull(alerts.endedAt))
  const isSame = (a: Matter) => (b: Matter) => a.kind === b.kind && a.subject === b.subject
  const ended = open.filter((alert) => !standing.some(isSame(alert)))
  const staying = open.filter((alert) => standing.some(isSame(alert)))
  if (ended.length > 0)
    await tx
      .update(alerts)
      .set({ endedAt: now })
      .where(
        inArray(
          alerts.alertID,
          ended.map(({ alertID }) => alertID),
        ),
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
  for (const matter of standing.filter((one) => !open.some(isSame(one)))) {
    // Another node may find it at the same time: only one of them opens the alert.
    const [made] = await tx
      .insert(alerts)
      .values({ ...matter, alertID: newID(now.getTime()), openedAt: now, lastSeenAt: now })
      .onConflictDoNothing()
      .returning()
    if (!made) continue
    opened += 1
    await tellAdmins(tx, deps, made, now)
  }
  return opened
}

async function tellAdmins(
  tx: Queryable,
  { mail, config }: Pick<Dependencies, 'mail' | 'config'>,
  alert: typeof alerts.$inferSelect,
  now: Date,
): Promise<void> {
  const [about] = await readAlerts(tx, eq(alerts.alertID, alert.alertID))
  const { title, advice } = alertWords(alert.kind, { ...about, subject: alert.subject })
  const text = `${title}.\n\n${advice}\n\nCheck Home to see when it’s fixed: ${config.publicUrl}/\n`
  for (const { userID, email } of await admins(tx)) {
    await queueMail(
      tx,
      mail,
      { dedupeKey: `alert ${alert.alertID} ${userID}`, to: email!, subject: `Bagrun: ${title}`, text },
      now,
    )
  }
}

function admins(tx: Queryable) {
  return tx
    .select({ userID: users.userID, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), isNull(users.disabledAt), eq(users.signsIn, 1), isNotNull(users.email)))
}
