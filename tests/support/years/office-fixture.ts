import { expect } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewRun } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import type { listCalendar } from '#contract/v1/settings.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Outcome } from '#domain/words.ts'
import { sessions } from '#server/db/tables/users.ts'
import { act, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'
import type { Office } from '../office.ts'
import type { Person } from '../person.ts'
import type { Fixture, Wish } from './simulate-years.ts'

/** The whole server, by its API. Each command is sent twice, and the second one changes nothing. */
export async function officeFixture(office: Office, driver: Person): Promise<Fixture> {
  const home = await suburbAndPackage(office)
  const weekOf = ({ yearNumber, monthNumber, weekNumber }: CalendarRow) => ({ yearNumber, monthNumber, weekNumber })
  const mapped = (week: object) =>
    Object.fromEntries(Object.entries(week).map(([name, value]) => [name, String(value)]))
  const due = (wish: Wish) =>
    wish.due === null
      ? undefined
      : { ...weekOf(wish.due), ...(wish.collectionScheme === 'FORTNIGHTLY' ? {} : { weekNumber: wish.weekNumber }) }
  const must = async <T>(answer: Promise<{ status: number; body: T }>, status: number): Promise<T> => {
    const said = await answer
    if (said.status !== status) throw new Error(`${said.status} instead of ${status}: ${JSON.stringify(said.body)}`)
    return said.body
  }
  const stops = async (run: string) =>
    (await runNow(office, { runOrderID: run })).jobs.filter(({ state }) => state !== 'shifted' && state !== 'cancelled')
  const twice = async (give: () => Promise<Run>) => {
    const once = await give()
    expect(await give()).toEqual(once)
  }
  const planned = ({
    customerID,
    runNumber,
    stopOrder,
    driverID,
  }: {
    customerID: string
    runNumber: number
    stopOrder: number
    driverID: string | null
  }) => ({ customerID, runNumber, stopOrder, driverID })

  return {
    to: async (day) => {
      office.clock.set(`${day}T00:00:00Z`)
      // Extends the session instead of signing in every week for three years: signing in is the most expensive call of
      // all.
      await office.deps.database.db.update(sessions).set({
        createdAt: office.clock.now(),
        lastSeenAt: office.clock.now(),
        expiresAt: new Date(office.clock.now().getTime() + 30 * 86_400_000),
      })
    },
    add: async ({ collectionScheme, weekNumber, ...wish }) =>
      (
        await office.make.customer({
          ...home,
          startDate: '2020-01-01',
          collectionScheme,
          weekNumber,
          due: due({ collectionScheme, weekNumber, ...wish }),
        })
      ).customerID,
    changeCycle: async (customer, wish) => {
      await must(
        office.admin.put(`/v1/users/customers/${customer}/cycles`, {
          collectionScheme: wish.collectionScheme,
          weekNumber: wish.weekNumber,
          runNumber: 1,
          ...(wish.due && { due: due(wish) }),
        }),
        200,
      )
    },
    request: async (customerID, week) =>
      void (await must(office.admin.post('/v1/runs/pickup-requests', { customerID, ...weekOf(week) }), 201)),
    sayNo: async (customerID, week) =>
      void (await must(office.admin.post('/v1/runs/no-pickups', { customerID, ...weekOf(week), reason: 'Away' }), 201)),
    withdrawNo: async (customerID, week) => {
      const asked = new URLSearchParams({ customerID, ...mapped(weekOf(week)) })
      const { items } = await must(
        office.admin.get<{ items: { noPickupID: string }[] }>(`/v1/runs/no-pickups?${asked}`),
        200,
      )
      await must(office.admin.delete(`/v1/runs/no-pickups/${items[0]!.noPickupID}`), 204)
      await must(office.admin.delete(`/v1/runs/no-pickups/${items[0]!.noPickupID}`), 404)
    },
    generate: async (week) => {
      const asked = { ...weekOf(week), drivers: [{ runNumber: 1, driverID: driver.userID }] }
      const preview = await must(office.admin.post<OutputOf<typeof previewRun>>('/v1/runs/preview', asked), 200)
      const made = await office.admin.post<Run & { reason?: string }>('/v1/runs', asked)
      expect({ status: made.status, reason: made.body.reason ?? null }).toEqual({
        status: preview.cannot === null ? 201 : 409,
        reason: preview.cannot,
      })
      if (made.status !== 201) return null
      expect(made.body.jobs.map(planned)).toEqual(preview.stops.map(planned))
      expect((await office.admin.post('/v1/runs', asked)).status).toBe(409)
      return made.body.runOrderID
    },
    activate: (run) => twice(() => act<Run>(office.admin, { runOrderID: run }, 'activate')),
    shift: async (run, customer, to) => {
      const stop = (await stops(run)).find(({ customerID }) => customerID === customer)!
      await twice(() =>
        act<Run>(
          office.admin,
          { runOrderID: run },
          `assignments/${stop.assignmentID}/shift`,
          to ? { to: weekOf(to) } : {},
        ),
      )
    },
    record: async (run, outcomes: ReadonlyMap<string, Outcome>) => {
      const device = deviceOf(office, driver, { runOrderID: run })
      const taps = (await stops(run)).flatMap((stop) => {
        const outcome = outcomes.get(stop.customerID)
        if (outcome === undefined) return []
        return [
          outcome === 'COLLECTED'
            ? device.done(stop)
            : outcome === 'EMPTY'
              ? device.bagMt(stop)
              : device.not(stop, outcome),
        ]
      })
      if (taps.length === 0) return
      await device.send(taps)
      const once = await runNow(office, { runOrderID: run })
      await device.send(taps)
      expect((await runNow(office, { runOrderID: run })).jobs).toEqual(once.jobs)
    },
    complete: (run) => twice(() => act<Run>(office.admin, { runOrderID: run }, 'complete', { outstanding: 'shift' })),
    stops: async (run) => (await stops(run)).map(({ customerID }) => customerID),
    moveWeek: async (week) => {
      const { items } = await must(
        office.admin.get<OutputOf<typeof listCalendar>>(
          `/v1/settings/calendars?yearNumber=${week.yearNumber}&perPage=100`,
        ),
        200,
      )
      const row = items.find(
        ({ monthNumber, weekNumber }) => monthNumber === week.monthNumber && weekNumber === week.weekNumber,
      )!
      await must(
        office.admin.put(`/v1/settings/calendars/${row.calendarSettingID}/move`, {
          from: addDays(week.from, 1),
          to: week.to,
        }),
        200,
      )
    },
  }
}
