import { and, eq, sql } from 'drizzle-orm'
import { createWebhook, endWebhook, listWebhookMessages, listWebhooks, testWebhook } from '#contract/v1/webhooks.ts'
import { foldedIn } from '../../db/folded.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { inTransaction } from '../../db/transaction.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { confirmPassword } from '../session/public.ts'
import { createdBetween } from '../settings/public.ts'
import { addWebhook, endWebhookOf, queueTest } from './webhooks-commands.ts'
import { messagesPage, webhooksPage } from './webhooks-reads.ts'

const SORTS = { url: foldedIn(webhooks.url), createdAt: webhooks.createdAt }

export const webhooksRoutes = (deps: Dependencies): Route[] => [
  serve(listWebhooks)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const where = and(keywordIn(input.keyword, [webhooks.url]), await createdBetween(db, webhooks.createdAt, input))
    const orderBy = [...orderOf(input.sort, SORTS, '-createdAt'), sql`${webhooks.webhookID}`]
    const found = await webhooksPage(db, { where, orderBy, limit, offset }, deps.config.publicUrl)
    return { ...found, page, perPage }
  }),

  // Wrong passwords are counted even though they are refused, so the route opens its own transaction.
  serve(createWebhook, { transaction: false })(async (input, context) => {
    await confirmPassword(context, input.currentPassword)
    return inTransaction(context.database, (tx) => addWebhook(tx, deps, context, input))
  }),

  serve(endWebhook)(async ({ webhookID }, context) => {
    await endWebhookOf(context.db, context, webhookID)
    return undefined
  }),

  serve(testWebhook)(async ({ webhookID }, { db, now }) => {
    await queueTest(db, webhookID, now)
    return undefined
  }),

  serve(listWebhookMessages)(async ({ webhookID, ...input }, { db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const [known] = await db
      .select({ one: sql`1` })
      .from(webhooks)
      .where(eq(webhooks.webhookID, webhookID))
    if (!known) throw new Refused('not_found')
    const where = and(
      eq(webhookMessages.webhookID, webhookID),
      keywordIn(input.keyword, [webhookMessages.kind]),
      await createdBetween(db, webhookMessages.createdAt, input),
    )
    return { ...(await messagesPage(db, where, { limit, offset })), page, perPage }
  }),
]
