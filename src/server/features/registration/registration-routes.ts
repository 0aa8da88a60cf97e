import { and, count, desc, sql } from 'drizzle-orm'
import {
  askForSuburb,
  confirmRegistration,
  deleteSuburbRequest,
  getPendingRegistration,
  getRegistrationForm,
  listSuburbRequests,
  register,
} from '#contract/v1/registration.ts'
import { dayOf } from '#domain/dates.ts'
import { FORM_MIN_MS } from '#domain/registration.ts'
import { suburbRequests } from '../../db/tables/registrations.ts'
import { keywordIn } from '../../http/keyword.ts'
import type { Limit } from '../../http/limits.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { prepayToken } from '../payments/public.ts'
import { createdBetween, settingsInForce } from '../settings/public.ts'
import { currentText } from './accepted-texts.ts'
import { confirmEmail, registrationOfToken } from './confirm-commands.ts'
import { formToken, refusePrograms } from './form-token.ts'
import { registerCustomer } from './register-commands.ts'
import { addSuburbRequest, removeSuburbRequest } from './suburb-requests-commands.ts'

/** A family, or a mobile carrier's customers, may share one address. */
const FORMS: Limit = { hits: 120, seconds: 15 * 60 }
const REGISTRATIONS: Limit = { hits: 30, seconds: 60 * 60 }
/** Guessing a link's token is infeasible; this limits the load of trying. */
const LINK_TRIES: Limit = { hits: 60, seconds: 15 * 60 }

const SORTS = {
  suburb: sql`lower(${suburbRequests.suburb})`,
  postcode: suburbRequests.postcode,
  createdAt: suburbRequests.createdAt,
}

export const registrationRoutes = (deps: Dependencies): Route[] => {
  const { config, secrets } = deps
  const requireOpen = () => {
    if (!config.allowRegister) throw new Refused('registration_closed')
  }
  return [
    serve(getRegistrationForm, { limits: { perAddress: FORMS } })(async (_input, { db, now }) => {
      requireOpen()
      const settings = await settingsInForce(db)
      return {
        formToken: formToken(secrets, now),
        minMs: FORM_MIN_MS,
        terms: currentText(settings, 'terms'),
        privacy: currentText(settings, 'privacy'),
        pricesIncludeGst: settings['business.gstRegistered'],
        today: dayOf(now, settings['business.timeZone']),
      }
    }),

    serve(register, { limits: { perAddress: REGISTRATIONS }, ofStrangers: () => true })(async (input, context) => {
      requireOpen()
      const { db } = context
      await refusePrograms(db, secrets, input, context)
      const { customerID, amount } = await registerCustomer(db, deps, input, context)
      const checkoutToken = await prepayToken(db, deps, { customerID, amount })
      return { customerID, ...(checkoutToken !== null && { payment: { amount, checkoutToken } }) }
    }),

    serve(getPendingRegistration, { limits: { perAddress: LINK_TRIES } })(
      async ({ token }, { db, now }) => (await registrationOfToken(db, token, now)).shown,
    ),

    serve(confirmRegistration, { limits: { perAddress: LINK_TRIES } })(async (input, context) =>
      confirmEmail(context.db, input, context),
    ),

    serve(askForSuburb, { limits: { perAddress: REGISTRATIONS }, ofStrangers: () => true })(async (input, context) => {
      requireOpen()
      await refusePrograms(context.db, secrets, input, context)
      await addSuburbRequest(context.db, input, context.now)
    }),

    serve(listSuburbRequests)(async (input, { db }) => {
      const { limit, offset, page, perPage } = paging(input, config)
      const where = and(
        keywordIn(input.keyword, [
          suburbRequests.suburb,
          suburbRequests.postcode,
          suburbRequests.lastName,
          suburbRequests.email,
        ]),
        await createdBetween(db, suburbRequests.createdAt, input),
      )
      const items = await db
        .select()
        .from(suburbRequests)
        .where(where)
        .orderBy(...orderOf(input.sort, SORTS, '-createdAt'), desc(suburbRequests.suburbRequestID))
        .limit(limit)
        .offset(offset)
      const [counted] = await db.select({ total: count() }).from(suburbRequests).where(where)
      return { items, page, perPage, total: counted!.total }
    }),

    serve(deleteSuburbRequest)(async ({ suburbRequestID }, context) =>
      removeSuburbRequest(context.db, context, suburbRequestID),
    ),
  ]
}
