import { and, eq, sql } from 'drizzle-orm'
import {
  announcePriceChange,
  cancelPriceChange,
  createPriceChange,
  getPriceChange,
  listPriceChangeCustomers,
  listPriceChanges,
  markPriceLetters,
  printPriceLetters,
  updatePriceChange,
} from '#contract/v1/price-changes.ts'
import type { Queryable } from '../../db/database.ts'
import { products, suburbs } from '../../db/tables/customers.ts'
import { priceChanges } from '../../db/tables/prices.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { pdfAnswer, PDFS_PER_MINUTE } from '../../http/pdf-answer.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, createdBetween, logoBytes, settingsInForce } from '../settings/public.ts'
import { announce } from './announce-commands.ts'
import { cancelPriceChangeOf } from './cancel-commands.ts'
import { printedLetters } from './notice-letter.ts'
import { changePriceChange, draftPriceChange } from './price-changes-commands.ts'
import { presentListed, priceChangeShown, priceRowsShown } from './price-changes-present.ts'
import { ofState, priceChangeByID, priceChangesPage } from './price-changes-reads.ts'
import { isToPrint, isToUnsay, priceRowsOf } from './price-rows-reads.ts'
import { markPrinted } from './printed-commands.ts'

const SORTS = { day: priceChanges.day, createdAt: priceChanges.createdAt }
const LETTERS_MAX = 5_000

export const priceChangesRoutes = ({ config, mail, pdf }: Dependencies): Route[] => [
  serve(listPriceChanges)(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const today = await businessToday(db, now)
    const where = and(
      ofState(input.state, today),
      input.productID === undefined ? undefined : eq(priceChanges.productID, input.productID),
      keywordIn(input.keyword, [
        sql`coalesce(${priceChanges.description}, '')`,
        sql`coalesce(${products.name}, '')`,
        sql`coalesce(${suburbs.label}, '')`,
      ]),
      await createdBetween(db, priceChanges.createdAt, input),
    )
    const orderBy = orderOf(input.sort, SORTS, '-day')
    const { rows, total } = await priceChangesPage(db, { where, orderBy, limit, offset })
    return { items: rows.map((row) => presentListed(row, today)), page, perPage, total }
  }),

  serve(createPriceChange)(async (input, context) => {
    const priceChangeID = await draftPriceChange(context.db, context, input)
    return priceChangeShown(context.db, priceChangeID, context.now)
  }),

  serve(getPriceChange)(({ priceChangeID }, { db, now }) => priceChangeShown(db, priceChangeID, now)),

  serve(updatePriceChange)(async (input, context) => {
    await changePriceChange(context.db, context, input, context.ifMatch)
    return priceChangeShown(context.db, input.priceChangeID, context.now)
  }),

  serve(listPriceChangeCustomers)(async ({ priceChangeID, leftOut, ...input }, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const rows = await priceRowsShown(db, priceChangeID, now, leftOut)
    const taken = rows.filter(({ reason }) => reason === null)
    const sum = (of: (row: (typeof rows)[number]) => number) => taken.reduce((all, row) => all + of(row), 0)
    return {
      items: rows.slice(offset, offset + limit),
      page,
      perPage,
      total: rows.length,
      yearly: sum(({ yearly }) => yearly),
      oldPrices: sum(({ oldPrice }) => oldPrice),
      newPrices: sum(({ newPrice }) => newPrice),
    }
  }),

  serve(announcePriceChange)(async ({ priceChangeID }, context) => {
    await announce(context.db, context, { mail }, priceChangeID, context.ifMatch)
    return priceChangeShown(context.db, priceChangeID, context.now)
  }),

  serve(cancelPriceChange)(async ({ priceChangeID }, context) => {
    await cancelPriceChangeOf(context.db, context, { mail }, priceChangeID, context.ifMatch)
    return priceChangeShown(context.db, priceChangeID, context.now)
  }),

  serve(printPriceLetters, { limits: PDFS_PER_MINUTE })(async ({ priceChangeID }, { db, now }) => {
    const settings = await settingsInForce(db)
    const { rows, noticeDays } = await lettersOf(db, priceChangeID)
    if (rows.length === 0) throw new Refused('nothing_to_print')
    if (rows.length > LETTERS_MAX) throw new Refused('too_many_to_print')
    const noticed = { today: await businessToday(db, now), noticeDays: noticeDays ?? settings['price.noticeDays'] }
    const letters = printedLetters(db, settings, rows, noticed)
    return pdfAnswer(await pdf.join('Letters', letters, await logoBytes(db)), 'Letters.pdf')
  }),

  serve(markPriceLetters)(async ({ priceChangeID, letters }, context) => {
    await markPrinted(context.db, context, priceChangeID, letters)
    return priceChangeShown(context.db, priceChangeID, context.now)
  }),
]

async function lettersOf(db: Queryable, priceChangeID: string) {
  const { cancelledAt, noticeDays } = await priceChangeByID(db, priceChangeID)
  const which = cancelledAt === null ? isToPrint : isToUnsay
  return { rows: (await priceRowsOf(db, priceChangeID)).filter(which), noticeDays }
}
