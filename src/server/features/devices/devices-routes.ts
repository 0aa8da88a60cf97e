import { and, eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import { allowDevice, getDevice, listDevices, revokeDevice, settleDevice } from '#contract/v1/devices.ts'
import { foldedIn } from '../../db/folded.ts'
import type { Queryable } from '../../db/database.ts'
import { devices } from '../../db/tables/events.ts'
import { users } from '../../db/tables/users.ts'
import { driverOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { markAllowed, markRevoked, settleMissing } from './devices-commands.ts'
import { presentDevice } from './devices-present.ts'
import { deviceByID, devicesPage, ofRun } from './devices-reads.ts'
import { silentDrivers } from './silent-reads.ts'

type Device = AnswerOf<typeof getDevice>

const SORTS = {
  lastSeenAt: devices.lastSeenAt,
  firstSeenAt: devices.firstSeenAt,
  oldestUnsentAt: devices.oldestUnsentAt,
  unsent: devices.unsent,
  needsAttention: devices.needsAttention,
  driverName: foldedIn(users.fullName),
  appBuild: devices.appBuild,
  clockOffset: devices.clockOffset,
  deviceID: devices.deviceID,
  revokedAt: devices.revokedAt,
}

export const devicesRoutes = ({ config }: Dependencies): Route[] => [
  serve(listDevices)(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const { driverID, runOrderID } = input
    const where = and(
      driverID === undefined ? undefined : eq(devices.userID, driverID),
      driverOf(devices.userID, input.depotID),
      runOrderID === undefined ? undefined : ofRun(runOrderID),
      keywordIn(input.keyword, [users.fullName, devices.deviceID, sql`coalesce(${devices.appBuild}, '')`]),
      await createdBetween(db, devices.firstSeenAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-lastSeenAt'), sql`${devices.deviceID}`, sql`${devices.userID}`]
    const { rows, total } = await devicesPage(db, { where, orderBy, limit, offset, runOrderID })
    const silent = new Set(await silentDrivers(db, now))
    return { items: rows.map((row) => presentDevice(row, silent, now)), page, perPage, total }
  }),

  serve(getDevice)(({ deviceID, runOrderID }, { db, now }) => shown(db, deviceID, now, runOrderID)),

  serve(revokeDevice)(async ({ deviceID, reason }, context) => {
    await markRevoked(context.db, context, deviceID, reason || null)
    return shown(context.db, deviceID, context.now)
  }),

  serve(allowDevice)(async ({ deviceID, reason }, context) => {
    await markAllowed(context.db, context, deviceID, reason || null)
    return shown(context.db, deviceID, context.now)
  }),

  serve(settleDevice)(async ({ deviceID, reason, driverID, holes }, context) => {
    const depotID = context.actor.depotID ?? undefined
    await settleMissing(context.db, context, deviceID, { reason: reason || null, depotID, driverID, seen: holes })
    return shown(context.db, deviceID, context.now)
  }),
]

async function shown(db: Queryable, deviceID: string, now: Date, runOrderID?: string): Promise<Device> {
  const row = await deviceByID(db, deviceID, runOrderID)
  if (row === null) throw new Refused('not_found')
  return presentDevice(row, new Set(await silentDrivers(db, now)), now)
}
