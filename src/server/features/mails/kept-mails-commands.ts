import { and, eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewKeptMails } from '#contract/v1/mails.ts'
import { byKey } from '#domain/by-key.ts'
import {
  isCollectionReminder,
  LEFT_BEHIND,
  type LeftBehind,
  leftBehind,
  MAIL_AGES,
  MAIL_KINDS,
  type MailAge,
  mailAgeOf,
  type MailKind,
  mailKindOf,
} from '#domain/mail-kinds.ts'
import { among } from '../../db/among.ts'
import { correlated } from '../../db/correlated.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { mails } from '../../db/tables/mails.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'

/** The mails that were stored while no mail server was set, and sending them in one go. */

interface Kept {
  readonly mailID: string
  readonly kind: MailKind
  readonly age: MailAge
  /** Null: it can be sent. */
  readonly why: LeftBehind | null
}

/** An invoice or a payment reminder on whose invoice nothing is owing, in SQL. A mail about a collection is no request to pay. */
const OWES_NOTHING = sql<boolean>`(${mails.dedupeKey} like 'invoice %' and exists (select from ${invoices}
  where ${invoices.invoiceID}::text = split_part(${mails.dedupeKey}, ' ', 3) and ${invoices.amount} <= ${invoices.allocated}))`

/** Finds, by their keys, the collection reminders whose customers are no longer to be reminded. */
export type NotDueAnyMore = (db: Queryable, dedupeKeys: readonly string[]) => Promise<ReadonlySet<string>>

async function keptMails(db: Queryable, notDueAnyMore: NotDueAnyMore, now: Date): Promise<Kept[]> {
  const timeZone = (await settingsInForce(db))['business.timeZone']
  const rows = await db
    .select({
      mailID: mails.mailID,
      dedupeKey: mails.dedupeKey,
      createdAt: mails.createdAt,
      notAfter: mails.notAfter,
      linkExpiresAt: mails.linkExpiresAt,
      hasLink: sql<boolean>`(${mails.sealedLink} is not null)`,
      isPaid: correlated(OWES_NOTHING),
    })
    .from(mails)
    .where(eq(mails.state, 'kept'))
  const inTime = rows.filter(({ notAfter }) => notAfter === null || notAfter > now)
  const reminders = inTime.map(({ dedupeKey }) => dedupeKey).filter(isCollectionReminder)
  const notDue = await notDueAnyMore(db, reminders)
  return rows.map((row) => ({
    mailID: row.mailID,
    kind: mailKindOf(row.dedupeKey),
    age: mailAgeOf(row.createdAt, now, timeZone),
    why: leftBehind({ ...row, isNotDue: notDue.has(row.dedupeKey) }, now),
  }))
}

export async function keptMailsShown(
  db: Queryable,
  notDueAnyMore: NotDueAnyMore,
  now: Date,
): Promise<AnswerOf<typeof previewKeptMails>> {
  const kept = await keptMails(db, notDueAnyMore, now)
  const sendable = kept.filter(({ why }) => why === null)
  return {
    kinds: MAIL_KINDS.flatMap((kind) => {
      const ofKind = sendable.filter((mail) => mail.kind === kind)
      const [week, month, older] = MAIL_AGES.map((age) => ofKind.filter((mail) => mail.age === age).length)
      return ofKind.length === 0 ? [] : [{ kind, week: week!, month: month!, older: older! }]
    }),
    sendable: sendable.length,
    leftOut: LEFT_BEHIND.flatMap((reason) => {
      const count = kept.filter(({ why }) => why === reason).length
      return count === 0 ? [] : [{ reason, count }]
    }),
  }
}

/**
 * Puts kept mails into the queue in one statement. One that another request has taken is no longer kept, so that none
 * is sent twice. @returns how many
 */
export async function sendKeptMails(
  tx: Queryable,
  author: Author,
  { mail: port, notDueAnyMore }: Pick<Dependencies, 'mail'> & { readonly notDueAnyMore: NotDueAnyMore },
  { kinds, upTo }: { readonly kinds: readonly MailKind[]; readonly upTo: MailAge },
): Promise<number> {
  if (port.kind === 'kept') throw new Refused('no_mail_server')
  const ages = MAIL_AGES.slice(0, MAIL_AGES.indexOf(upTo) + 1)
  const chosen = (await keptMails(tx, notDueAnyMore, author.now)).filter(
    ({ kind, age, why }) => why === null && kinds.includes(kind) && ages.includes(age),
  )
  if (chosen.length === 0) throw new Refused('nothing_to_do')
  const sent = await tx
    .update(mails)
    .set({
      state: 'queued',
      attempts: 0,
      nextAttemptAt: author.now,
      lastError: null,
      fault: null,
      // Mails are sent at the pace of bulk mails, except those with a link that a person needs to sign in.
      priority: sql`case when ${mails.linkExpiresAt} is null then 'bulk' else ${mails.priority} end`,
    })
    .where(
      and(
        eq(mails.state, 'kept'),
        among(
          mails.mailID,
          chosen.map(({ mailID }) => mailID),
        ),
      ),
    )
    .returning({ mailID: mails.mailID })
  const taken = new Set(sent.map(({ mailID }) => mailID))
  const ofKinds = byKey(
    chosen.filter(({ mailID }) => taken.has(mailID)),
    ({ kind }) => kind,
  )
  await recordChange(tx, author, {
    action: 'mail.send-kept',
    subjectKind: 'mail',
    // Many at once, none of which has to do with the others.
    subjectID: 'kept',
    after: {
      emails: sent.length,
      kinds: Object.fromEntries([...ofKinds].map(([kind, those]) => [kind, those.length])),
      upTo,
    },
  })
  return sent.length
}
