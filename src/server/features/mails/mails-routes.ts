import { and, desc, eq, not, sql } from 'drizzle-orm'
import {
  getMailAttachment,
  getMailServer,
  listMails,
  previewKeptMails,
  readMailLink,
  sendKeptMails as sendingKept,
  sendMailAgain,
  sendTestMail,
} from '#contract/v1/mails.ts'
import { previewMail } from '#contract/v1/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { pageTotal } from '../../db/page-total.ts'
import { mails } from '../../db/tables/mails.ts'
import { users } from '../../db/tables/users.ts'
import { mailOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { pdfAnswer, PDFS_PER_MINUTE } from '../../http/pdf-answer.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { keptMailsShown, type NotDueAnyMore, sendKeptMails } from './kept-mails-commands.ts'
import { attached } from './send-mail.ts'
import { testMail } from './test-mail.ts'
import { queueAgain, readLink } from './mails-commands.ts'
import { mailPreview } from './preview-mail.ts'
import { presentMail } from './mails-present.ts'
import { countMails, hasState, IS_STATEMENT, mailByID, mailsPage } from './mails-reads.ts'
import { aboutCustomer, UNDELIVERABLE } from './mails-of-person.ts'

const SORTS = {
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
  to: sql`lower(${mails.to})`,
  subject: sql`lower(${mails.subject})`,
}

/** Each waits for the mail server. */
const TESTS = { perSession: { hits: 20, seconds: 60 } }

export const mailsRoutes = (
  { database, pdf, config, mail, secrets }: Dependencies,
  notDueAnyMore: NotDueAnyMore,
): Route[] => [
  serve(listMails)(async (input, { db, actor, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.customerID === undefined ? undefined : aboutCustomer(input.customerID),
      mailOf(input.depotID),
      input.undeliverable === undefined ? undefined : input.undeliverable ? UNDELIVERABLE : not(UNDELIVERABLE),
      input.statements === undefined ? undefined : input.statements ? IS_STATEMENT : not(IS_STATEMENT),
      keywordIn(input.keyword, [mails.to, mails.subject]),
      await createdBetween(db, mails.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-createdAt'), desc(mails.mailID)]
    const rows = await mailsPage(db, { where: and(hasState(input.status), where), orderBy, limit, offset })
    const total = await pageTotal(rows, { limit, offset }, () => countMails(db, input.status, where))
    return { items: rows.map((row) => presentMail(row, mail, { actor, now })), page, perPage, total }
  }),

  serve(sendMailAgain)(async ({ mailID }, context) =>
    presentMail(await queueAgain(context.db, context, { mail, notDueAnyMore }, mailID), mail, context),
  ),

  serve(getMailServer)(async (_input, { db, actor }) => ({
    server: mail.server,
    testTo: await emailOf(db, actor.userID),
  })),

  serve(sendTestMail, { transaction: false, limits: TESTS })(async (_input, { db, actor, now }) =>
    testMail(db, { mail, config }, await emailOf(db, actor.userID), now),
  ),

  serve(previewKeptMails)(async (_input, { db, now }) => keptMailsShown(db, notDueAnyMore, now)),

  serve(sendingKept)(async ({ kinds, upTo = 'older' }, context) => ({
    queued: await sendKeptMails(context.db, context, { mail, notDueAnyMore }, { kinds, upTo }),
  })),

  serve(getMailAttachment, { limits: PDFS_PER_MINUTE })(async ({ mailID, at = 0 }, { db, refuse }) => {
    const row = await mailByID(db, mailID)
    const file = row && (await attached({ database, pdf }, row, at))
    return file ? pdfAnswer(file.content, file.filename) : refuse('not_found')
  }),

  serve(previewMail, { transaction: false })((input, { db }) => mailPreview(db, input)),

  serve(readMailLink)(async ({ mailID }, context) => ({
    link: await readLink(context.db, context, { mail, secrets }, mailID),
  })),
]

async function emailOf(db: Queryable, userID: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.userID, userID))
  return user!.email!
}
