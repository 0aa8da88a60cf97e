import { and, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import { decideException, listExceptions, previewDecision } from '#contract/v1/exceptions.ts'
import { weekOfRun } from '#domain/run-name.ts'
import { events } from '../../../db/tables/events.ts'
import { eventOf } from '../../../http/depots.ts'
import { keywordIn } from '../../../http/keyword.ts'
import { orderOf, paging } from '../../../http/paging.ts'
import { mayRead, type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { createdBetween } from '../../settings/public.ts'
import { codeWords } from '../recording/verdicts.ts'
import { presentEvent } from '../runs-present.ts'
import { runName } from '../core/runs-reads.ts'
import { acceptingOf } from './accepting-reads.ts'
import { decisionShown } from './decision-effect.ts'
import { accept, dismiss } from './exceptions-commands.ts'
import type { EventShown } from '../core/events-reads.ts'
import {
  againstOf,
  exceptionByID,
  type ExceptionShown,
  exceptionsPage,
  KEYWORD_COLUMNS,
  ofRun,
} from './exceptions-reads.ts'

type Exception = AnswerOf<typeof decideException>

const SORTS = {
  receivedAt: events.receivedAt,
  createdAt: events.receivedAt,
  occurredAt: events.occurredAt,
  type: events.type,
  code: events.code,
}

export const exceptionsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listExceptions)(async (input, { db, actor, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const status = input.status ?? 'open'
    const decision = status === 'all' ? undefined : status
    const where = and(
      input.runOrderID === undefined ? undefined : ofRun(input.runOrderID),
      eventOf(input.depotID),
      keywordIn(input.keyword, KEYWORD_COLUMNS),
      await createdBetween(db, events.receivedAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, 'receivedAt'), sql`${events.seq}`, sql`${events.eventID}`]
    const { rows, total } = await exceptionsPage(db, { decision, where, orderBy, limit, offset })
    const accepting = mayRead(actor, 'money') ? await acceptingOf(db, rows, now) : NOT_SHOWN
    const against = await againstOf(db, rows)
    const items = rows.map((row) => present(row, accepting.get(row.eventID) ?? null, against.get(row.eventID) ?? []))
    return { items, page, perPage, total }
  }),

  serve(previewDecision)(async ({ eventIDs, decision }, context) => {
    const shown = await decisionShown(context.db, context, eventIDs, decision)
    return mayRead(context.actor, 'money') ? shown : { prepaid: shown.prepaid, refused: shown.refused }
  }),

  serve(decideException)(async ({ eventID, decision, reason }, context) => {
    const decide = decision === 'accept' ? accept : dismiss
    await decide(context.db, context, eventID, reason || null)
    const shown = await exceptionByID(context.db, eventID)
    return shown ? present(shown, null, []) : context.refuse('not_found')
  }),
]

const NOT_SHOWN: Awaited<ReturnType<typeof acceptingOf>> = new Map()

function present(
  shown: ExceptionShown,
  accepting: Exception['accepting'],
  against: readonly EventShown[],
): AnswerOf<typeof decideException> {
  return {
    ...shown,
    ...presentEvent(shown),
    runOrderID: shown.run?.runOrderID ?? shown.runOrderID,
    runOrder: shown.run && runName(shown.run),
    runWeek: shown.run && weekOfRun(shown.run),
    against: against.map(presentEvent),
    message: codeWords(shown.code ?? ''),
    accepting,
    reason: shown.decisionReason,
    decidedBy: shown.decider,
  }
}
