import { and, sql } from 'drizzle-orm'
import { createApiToken, endApiToken, listApiTokens } from '#contract/v1/api-tokens.ts'
import { foldedIn } from '../../../db/folded.ts'
import { apiTokens } from '../../../db/tables/api-tokens.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { keywordIn } from '../../../http/keyword.ts'
import { orderOf, paging } from '../../../http/paging.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { createdBetween } from '../../settings/public.ts'
import { confirmPassword } from '../second-factor/current-password.ts'
import { addApiToken, endToken } from './api-tokens-commands.ts'
import { apiTokensPage } from './api-tokens-reads.ts'

const SORTS = {
  name: foldedIn(apiTokens.name),
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
}

export const apiTokensRoutes = (deps: Dependencies): Route[] => [
  serve(listApiTokens)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const where = and(keywordIn(input.keyword, [apiTokens.name]), await createdBetween(db, apiTokens.createdAt, input))
    const orderBy = [...orderOf(input.sort, SORTS, '-createdAt'), sql`${apiTokens.tokenID}`]
    return { ...(await apiTokensPage(db, { where, orderBy, limit, offset })), page, perPage }
  }),

  // Wrong passwords are counted even though they are refused, so the route opens its own transaction.
  serve(createApiToken, { transaction: false })(async (input, context) => {
    await confirmPassword(context, input.currentPassword)
    return inTransaction(context.database, (tx) => addApiToken(tx, context, input))
  }),

  serve(endApiToken)(async ({ tokenID }, context) => {
    await endToken(context.db, context, tokenID)
    return undefined
  }),
]
