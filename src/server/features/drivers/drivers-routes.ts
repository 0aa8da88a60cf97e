import { and, eq, sql } from 'drizzle-orm'
import {
  createDriver,
  deleteDriver,
  getDriver,
  getDriverRound,
  inviteDriver,
  listDrivers,
  revealDriver,
  updateDriver,
} from '#contract/v1/drivers.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { readPoint } from '#domain/place.ts'
import { foldedIn } from '../../db/folded.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Actor, mayRead, requireArea, type Route, serve } from '../../http/serve.ts'
import type { Queryable } from '../../db/database.ts'
import type { Dependencies, Secrets } from '../../ports.ts'
import { depotPlace } from '../depots/public.ts'
import { businessToday, createdBetween, settingsInForce } from '../settings/public.ts'
import { openDetails, maskedDetails } from './driver-private.ts'
import { addDriver, changeDriver, inviteDriverAgain, recordReveal, removeDriver } from './drivers-commands.ts'
import { driverByID, type DriverRow, driversPage, employedOn, homeOf, works } from './drivers-reads.ts'

const SORTS = {
  fullName: foldedIn(users.fullName),
  firstName: foldedIn(users.firstName),
  lastName: foldedIn(users.lastName),
  mobilePhone: drivers.mobilePhone,
  email: sql`lower(${users.email})`,
  employmentType: drivers.employmentType,
  employmentStartDate: drivers.employmentStartDate,
  employmentEndDate: drivers.employmentEndDate,
  createdAt: drivers.createdAt,
}

export const driversRoutes = (deps: Dependencies): Route[] => [
  serve(listDrivers)(async (input, { db, actor, now }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const where = and(
      input.depotID === undefined ? undefined : eq(drivers.depotID, input.depotID),
      input.employmentType && eq(drivers.employmentType, input.employmentType),
      input.weekNumber === undefined ? undefined : works(input.weekNumber),
      input.employed === undefined ? undefined : employedOn(await businessToday(db, now), input.employed),
      keywordIn(
        input.keyword,
        [users.fullName, users.email, drivers.businessName, drivers.address],
        [drivers.mobilePhone],
      ),
      await createdBetween(db, drivers.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, 'fullName'), sql`${drivers.driverID}`]
    const { rows, total } = await driversPage(db, { where, orderBy, limit, offset })
    return { items: rows.map((row) => presentDriver(deps, actor, row)), page, perPage, total }
  }),

  serve(getDriver)(async ({ driverID }, { db, actor }) =>
    presentDriver(deps, actor, await existingDriver(db, driverID)),
  ),

  serve(revealDriver)(async ({ driverID }, context) => {
    // Only who pays the drivers needs them, so that reading money is not enough.
    requireArea(context.actor, 'money')
    const row = await existingDriver(context.db, driverID)
    await recordReveal(context.db, context, driverID)
    context.setHeader('Cache-Control', 'no-store')
    return { driverID, ...openDetails(deps.secrets, row) }
  }),

  serve(getDriverRound)(async ({ driverID }, { db, actor }) => {
    if (actor.role === 'DRIVER' && actor.userID !== driverID) throw new Refused('not_found')
    const row = await existingDriver(db, driverID)
    const settings = await settingsInForce(db)
    return {
      ...row,
      home: homeOf(row),
      depot: (await depotPlace(db, row.depotID)) ?? readPoint(settings['route.depot']),
      tip: readPoint(settings['route.tip']),
      startTime: settings['route.startTime'],
    }
  }),

  serve(createDriver)(async (input, context) => {
    const driverID = await addDriver(context.db, context, deps, input)
    return presentDriver(deps, context.actor, await existingDriver(context.db, driverID))
  }),

  serve(updateDriver)(async (input, context) => {
    await changeDriver(context.db, context, deps, input, context.ifMatch)
    return presentDriver(deps, context.actor, await existingDriver(context.db, input.driverID))
  }),

  serve(deleteDriver)(async ({ driverID }, context) => {
    await removeDriver(context.db, context, driverID, context.ifMatch)
    return undefined
  }),

  serve(inviteDriver)(async ({ driverID }, context) => {
    await inviteDriverAgain(context.db, context, deps, driverID)
    return undefined
  }),
]

async function existingDriver(db: Queryable, driverID: string): Promise<DriverRow> {
  const row = await driverByID(db, driverID)
  if (!row) throw new Refused('not_found')
  return row
}

type Driver = AnswerOf<typeof getDriver>

const PAY_UNKNOWN = {
  payRate: undefined,
  payPercentage: undefined,
  abn: undefined,
  gstRegistered: undefined,
  rctiAgreedOn: undefined,
} satisfies Partial<Driver>

/** Where a driver lives is for people. */
const HOME_UNKNOWN = { home: null, address: null } satisfies Partial<Driver>

function presentDriver(
  { secrets }: { secrets: Secrets },
  actor: Pick<Actor, 'officeRole' | 'tokenID'>,
  row: DriverRow,
): Driver {
  return {
    ...row,
    payPercentage: row.payPercentage / 100,
    home: homeOf(row),
    ...maskedDetails(secrets, row),
    ...(mayRead(actor, 'money') ? {} : PAY_UNKNOWN),
    ...(actor.tokenID === undefined ? {} : HOME_UNKNOWN),
  }
}
