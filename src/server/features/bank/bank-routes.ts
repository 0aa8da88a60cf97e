import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import {
  acceptBankLine,
  chooseBankColumns,
  dishonourBankLine,
  dismissBankLine,
  dismissBankLines,
  importBankFile,
  listBankAccounts,
  listBankFiles,
  listBankLines,
  markBankLineAsPayout,
  previewBankPayment,
  previewUndoBankLine,
  splitBankLine,
  undoBankLine,
} from '#contract/v1/bank.ts'
import { refusals } from '#domain/refusals.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { payouts } from '../../db/tables/payouts.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Context, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { moneyOnItsWay } from '../ledger/public.ts'
import { isOpenPayout } from '../payouts/public.ts'
import { createdBetween } from '../settings/public.ts'
import { bankAccounts, filesPage } from './files-reads.ts'
import { importFile } from './import-commands.ts'
import { rememberColumns } from './layouts-commands.ts'
import { accept, dishonour, dismiss, dismissMany, markPayout, split, undo, undoShown } from './lines-commands.ts'
import { presentLine } from './lines-present.ts'
import { lineByID, linesPage } from './lines-reads.ts'
import { paymentPreview } from './payment-preview.ts'

const SORTS = { day: bankLines.day, amount: bankLines.amount, text: bankLines.text }
/** Lines with a proposal first, then the oldest. A payout of the same amount is a proposal. */
const TO_CHECK = [
  sql`jsonb_array_length(${bankLines.candidates}) = 0
    and not exists (select from ${payouts} where ${payouts.net} = ${bankLines.amount} and ${isOpenPayout})`,
  asc(bankLines.day),
]

/** Dollars as they are typed: 75.00. */
const typedAmount = sql`(abs(${bankLines.amount}) / 100.0)::numeric(14, 2)::text`

export const bankRoutes = ({ clock, config }: Dependencies): Route[] => [
  // Uses many short transactions: a single one would occupy the embedded database for the whole import.
  serve(importBankFile, { transaction: false })(async (input, context) =>
    importFile(clock, context, context.bytes ?? new Uint8Array(), input),
  ),

  serve(chooseBankColumns)((input, context) => rememberColumns(context.db, context, input)),

  serve(listBankFiles)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const { rows, total } = await filesPage(db, {
      where: and(keywordIn(input.keyword, [bankFiles.name]), await createdBetween(db, bankFiles.createdAt, input)),
      orderBy: [
        ...orderOf(input.sort, { createdAt: bankFiles.createdAt, name: bankFiles.name }, '-createdAt'),
        desc(bankFiles.bankFileID),
      ],
      limit,
      offset,
    })
    const items = rows.map(({ file, by, waiting }) => ({
      ...file,
      waiting,
      from: file.fromDay,
      to: file.toDay,
      createdBy: by,
    }))
    return { items, page, perPage, total }
  }),

  serve(listBankAccounts)(async (_input, { db }) => ({ items: await bankAccounts(db) })),

  serve(listBankLines)(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const filters = and(
      input.bankFileID === undefined ? undefined : eq(bankLines.bankFileID, input.bankFileID),
      input.from === undefined ? undefined : gte(bankLines.day, input.from),
      input.to === undefined ? undefined : lte(bankLines.day, input.to),
      keywordIn(input.keyword, [bankLines.text, typedAmount]),
    )
    const ordered = input.sort !== undefined || input.state !== 'waiting'
    const { rows, total, unmatched } = await linesPage(db, now, {
      state: input.state,
      filters,
      orderBy: [
        ...(ordered ? orderOf(input.sort, SORTS, '-day') : TO_CHECK),
        desc(bankLines.createdAt),
        asc(bankLines.line),
        asc(bankLines.bankLineID),
      ],
      limit,
      offset,
    })
    return { items: rows.map(presentLine), page, perPage, total, unmatched }
  }),

  serve(previewBankPayment)(async ({ bankLineID, parts }, { db, now }) => paymentPreview(db, now, bankLineID, parts)),

  serve(acceptBankLine)(async ({ bankLineID, ...chosen }, context) => {
    await accept(context.db, context, bankLineID, chosen)
    return booked(context, bankLineID, [chosen])
  }),

  serve(splitBankLine)(async ({ bankLineID, parts, datePaid }, context) => {
    await split(context.db, context, bankLineID, parts, { datePaid })
    return booked(context, bankLineID, parts)
  }),

  serve(dishonourBankLine)(async ({ bankLineID, transactionID }, context) => {
    await dishonour(context.db, context, bankLineID, transactionID)
    return decided(context, bankLineID)
  }),

  serve(markBankLineAsPayout)(async ({ bankLineID, payoutID }, context) => {
    await markPayout(context.db, context, bankLineID, payoutID)
    return decided(context, bankLineID)
  }),

  serve(dismissBankLine)(async ({ bankLineID, reason }, context) => {
    await dismiss(context.db, context, bankLineID, reason)
    return decided(context, bankLineID)
  }),

  serve(dismissBankLines)(async ({ bankLineIDs, reason }, context) => {
    const left = await dismissMany(context.db, context, bankLineIDs, reason)
    return {
      dismissed: new Set(bankLineIDs).size - left.length,
      left: left.map(({ bankLineID, day, amount, text }) => ({
        bankLineID,
        day,
        amount,
        text,
        reason: refusals.already_decided.message,
      })),
    }
  }),

  serve(previewUndoBankLine)(async ({ bankLineID }, context) => ({
    payments: await undoShown(context.db, context, bankLineID),
  })),

  serve(undoBankLine)(async ({ bankLineID, reason }, context) => {
    await undo(context.db, context, bankLineID, reason)
    return decided(context, bankLineID)
  }),
]

async function booked(
  context: Pick<Context<typeof undoBankLine>, 'db' | 'now'>,
  bankLineID: string,
  payers: readonly { readonly customerID: string }[],
) {
  const warnings = await moneyOnItsWay(context.db, ...payers.map(({ customerID }) => customerID))
  return { ...(await decided(context, bankLineID)), warnings }
}

async function decided({ db, now }: Pick<Context<typeof undoBankLine>, 'db' | 'now'>, bankLineID: string) {
  const line = await lineByID(db, now, bankLineID)
  if (line === null) throw new Refused('not_found')
  return presentLine(line)
}
