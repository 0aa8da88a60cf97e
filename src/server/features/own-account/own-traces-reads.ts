import { asc, desc, eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnData } from '#contract/v1/own-account.ts'
import { byKey } from '#domain/by-key.ts'
import { caseStateAt } from '#domain/cases.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.ts'
import { caseMessages, casePhotos, cases } from '../../db/tables/cases.ts'
import { photos } from '../../db/tables/events.ts'
import { mails } from '../../db/tables/mails.ts'
import { sessions } from '../../db/tables/users.ts'

type OwnData = AnswerOf<typeof getOwnData>

type PhotoLink = OwnData['account']['photos'][number]

export function photoLinks(rows: readonly { photoID: string; takenAt: Date | null }[]): PhotoLink[] {
  return rows.map(({ photoID, takenAt }) => ({
    photoID,
    url: `/v1/photos/${photoID}`,
    takenAt,
  }))
}

export async function photosNamed(db: Queryable, photoIDs: readonly string[]): Promise<Map<string, PhotoLink>> {
  if (photoIDs.length === 0) return new Map()
  const rows = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(among(photos.photoID, photoIDs))
  return new Map(photoLinks(rows).map((link) => [link.photoID, link]))
}

/** What the customer and the office wrote, without the name of the office's person. */
export async function casesOf(db: Queryable, customerID: string, now: Date): Promise<OwnData['cases']> {
  const rows = await db.select().from(cases).where(eq(cases.customerID, customerID)).orderBy(asc(cases.createdAt))
  const messages = await db
    .select({ message: caseMessages })
    .from(caseMessages)
    .innerJoin(cases, eq(cases.caseID, caseMessages.caseID))
    .where(eq(cases.customerID, customerID))
    .orderBy(asc(caseMessages.createdAt), asc(caseMessages.sequence))
  const pictures = await db
    .select({ messageID: casePhotos.messageID, photoID: photos.photoID, takenAt: photos.takenAt })
    .from(casePhotos)
    .innerJoin(photos, eq(photos.photoID, casePhotos.photoID))
    .innerJoin(caseMessages, eq(caseMessages.messageID, casePhotos.messageID))
    .innerJoin(cases, eq(cases.caseID, caseMessages.caseID))
    .where(eq(cases.customerID, customerID))
    .orderBy(asc(casePhotos.place))
  const messagesOf = byKey(messages, ({ message }) => message.caseID)
  const picturesOf = byKey(pictures, ({ messageID }) => messageID)
  return rows.map((row) => ({
    refId: String(row.refNumber),
    kind: row.kind,
    reason: row.reason,
    state: caseStateAt(row, now),
    createdAt: row.createdAt,
    messages: (messagesOf.get(row.caseID) ?? []).map(({ message }) => ({
      fromOffice: message.authorID !== customerID,
      text: message.text,
      photos: photoLinks(picturesOf.get(message.messageID) ?? []),
      createdAt: message.createdAt,
    })),
  }))
}

export async function emailsTo(db: Queryable, email: string | null): Promise<OwnData['emails']> {
  if (email === null) return []
  return db
    .select({ subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(eq(sql`lower(${mails.to})`, email.toLowerCase()))
    .orderBy(asc(mails.createdAt))
}

export async function signInsOf(db: Queryable, customerID: string): Promise<OwnData['signIns']> {
  const rows = await db.select().from(sessions).where(eq(sessions.userID, customerID)).orderBy(desc(sessions.createdAt))
  return rows.map(({ createdAt, lastSeenAt, method, browser }) => ({
    startedAt: createdAt,
    lastSeenAt,
    method,
    device: browser,
  }))
}

export async function calendarFeedOf(db: Queryable, customerID: string): Promise<OwnData['calendarFeed']> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.customerID, customerID))
  return row ? { createdAt: row.createdAt, readAt: row.readAt } : null
}
