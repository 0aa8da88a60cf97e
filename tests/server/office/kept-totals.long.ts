import { randomUUID } from 'node:crypto'
import { expect, test, describe } from 'vitest'
import type { Device as DeviceShown } from '#contract/v1/devices.ts'
import type { Run } from '#contract/v1/runs.ts'
import { addUpTotals } from '#server/db/kept-totals.ts'
import { bothDatabases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device, deviceOf, photograph } from '../../fixtures/runs.ts'

type Stop = Run['jobs'][number]

describe.each(bothDatabases)('The totals of the long lists, on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 4, (opened) => void ({ office, run, driver, device } = opened))

  const rows = async (statement: string) =>
    (await office.deps.database.pool.query<{ rows: number; cents: number }>(statement, [])).rows[0]!
  const lists = (): [string, string][] => [
    ['/v1/audit?', 'audit'],
    ['/v1/audit?subjectKind=customer&', "audit where subject_kind = 'customer'"],
    ['/v1/audit?action=run.activate&', "audit where action = 'run.activate'"],
    [
      '/v1/audit?subjectKind=no_pickup&action=no_pickup.create&',
      "audit where subject_kind = 'no_pickup' and action = 'no_pickup.create'",
    ],
    ['/v1/audit?subjectKind=never&', 'audit where false'],
    ['/v1/mails?', 'mails'],
    ['/v1/mails?status=kept&', "mails where state = 'kept'"],
    ['/v1/mails?status=sent&', "mails where state = 'sent'"],
    ['/v1/runs/no-pickups?', 'no_pickups'],
    ['/v1/runs/exceptions?', "events where decision = 'open'"],
    ['/v1/runs/exceptions?status=all&', 'events where decision is not null'],
    ['/v1/runs/exceptions?status=accept&', "events where decision = 'accept'"],
    ['/v1/runs/exceptions?status=dismiss&', "events where decision = 'dismiss'"],
  ]
  const sums = (): [string, string, string][] => [
    ['/v1/pays?', 'incomes', 'amount_cents'],
    [`/v1/pays?driverID=${driver.userID}&`, `incomes where driver_id = '${driver.userID}'`, 'amount_cents'],
    ['/v1/pays?status=payable&', "incomes where status = 'payable'", 'amount_cents'],
    ['/v1/pays?status=pending&kind=stop&', "incomes where status = 'pending' and kind = 'stop'", 'amount_cents'],
    ['/v1/pays?kind=bonus&', "incomes where kind = 'bonus'", 'amount_cents'],
    ['/v1/transactions?', 'transactions', 'amount_cents'],
    ['/v1/transactions?type=CUSTOMER_INBOUND&', "transactions where type = 'CUSTOMER_INBOUND'", 'amount_cents'],
    [
      '/v1/transactions?purpose=payment&paymentType=CASH&',
      "transactions where purpose = 'payment' and payment_type = 'CASH'",
      'amount_cents',
    ],
    ['/v1/invoices?', 'invoices', 'amount_cents'],
  ]

  /** One item a page, so that a list of two has to know how many there are. */
  async function listed(person = office.admin) {
    const said: unknown[] = []
    for (const [path] of lists()) said.push([path, (await person.get(`${path}perPage=1`)).body['total']])
    for (const [path] of sums()) {
      const { total, totalAmount } = (await person.get(`${path}perPage=1`)).body
      said.push([path, total, totalAmount])
    }
    const { items } = (await person.get<{ items: DeviceShown[] }>('/v1/devices?sort=deviceID')).body
    for (const { deviceID, driverID, reconciliation } of items)
      said.push([deviceID, driverID, reconciliation.stops, reconciliation.photos])
    return said
  }

  async function real() {
    const said: unknown[] = []
    for (const [path, from] of lists())
      said.push([path, (await rows(`select count(*)::int as rows from ${from}`)).rows])
    for (const [path, from, cents] of sums()) {
      const sum = await rows(`select count(*)::int as rows, coalesce(sum(${cents}), 0)::int as cents from ${from}`)
      said.push([path, sum.rows, sum.cents / 100])
    }
    const { rows: phones } = await office.deps.database.pool.query<Record<string, string | number>>(
      `select device_id, user_id,
        (select count(distinct assignment_id)::int from events e where e.device_id = d.device_id and e.actor_id = d.user_id and type in ('done', 'bag-mt', 'not-collected')) as stops,
        (select count(*)::int from events e where e.device_id = d.device_id and e.actor_id = d.user_id and type = 'photo') as photos
       from devices d order by device_id`,
      [],
    )
    for (const { device_id, user_id, stops, photos } of phones) said.push([device_id, user_id, stops, photos])
    return said
  }

  test('are those of the rows after every kind of change, and after the night', async () => {
    const [first, second, third, fourth] = run.jobs as [Stop, Stop, Stop, Stop]
    const put = async (path: string, body: unknown = {}) =>
      expect(await office.admin.put(path, body)).toMatchObject({ status: 200 })
    const post = async (path: string, body: unknown) => {
      const answer = await office.admin.post(path, body)
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
      return answer.body
    }
    const away = await office.customer()
    let payLine = ''
    let payment = ''
    let undone = { eventID: '', assignmentID: '' }
    const steps: [string, () => Promise<unknown>][] = [
      ['nothing yet', async () => undefined],
      ['a stop done', () => device.send([(undone = device.done(first, 2))])],
      ['the same again, which is one stop', () => device.send([device.undo(undone), device.done(first, 3)])],
      [
        'two at once, one of them twice',
        () => device.send([device.done(second), device.done(third), device.done(third)]),
      ],
      ['a photo', async () => device.send([await photograph(office, driver, device, first)])],
      ['stops that nobody knows', () => device.send([stranger(), stranger('10'), stranger('10')])],
      ['another phone of the driver', () => deviceOf(office, driver, run).send([device.done(fourth)])],
      [
        'a skipped week',
        () =>
          post('/v1/runs/no-pickups', { customerID: away.userID, yearNumber: 2026, monthNumber: 12, weekNumber: 2 }),
      ],
      [
        'which is taken back',
        async () => {
          const { items } = (await office.admin.get<{ items: { noPickupID: string }[] }>('/v1/runs/no-pickups')).body
          expect((await office.admin.delete(`/v1/runs/no-pickups/${items[0]!.noPickupID}`)).status).toBe(204)
        },
      ],
      [
        'a bonus',
        async () =>
          (payLine = String(
            (await post('/v1/pays', { driverID: driver.userID, kind: 'bonus', amount: 20, reason: 'Rain' }))[
              'incomeID'
            ],
          )),
      ],
      ['which is removed', async () => expect((await office.admin.delete(`/v1/pays/${payLine}`)).status).toBe(204)],
      [
        'an exception decided',
        async () => {
          const { items } = (await office.admin.get<{ items: { eventID: string }[] }>('/v1/runs/exceptions')).body
          await put(`/v1/runs/exceptions/${items[0]!.eventID}`, { decision: 'dismiss', reason: 'Unknown' })
        },
      ],
      [
        'a run completed: invoices, incomes payable',
        () => act(office.admin, run, 'complete', { outstanding: 'shift' }),
      ],
      [
        'a payment in cash',
        async () => {
          const answer = await post('/v1/transactions', {
            type: 'CUSTOMER_INBOUND',
            customerID: first.customerID,
            amount: 500,
            paymentType: 'CASH',
          })
          const made = answer['transactions'] as { transactionID: string; purpose: string }[]
          payment = made.find(({ purpose }) => purpose === 'payment')!.transactionID
        },
      ],
      ['which is reversed', () => post('/v1/transactions', { reverses: payment, notes: 'Mistyped' })],
      ['records deleted by hand', () => office.deps.database.pool.query('delete from events where job_id is null', [])],
    ]
    for (const [step, change] of steps) {
      await change()
      expect([step, await listed()]).toEqual([step, await real()])
    }
    await addUpTotals(office.deps.database.db)
    expect(await listed()).toEqual(await real())
    const { rows: kept } = await office.deps.database.pool.query<{ again: number }>(
      'select count(*)::int as again from (select from kept_totals group by topic, subject having count(*) > 1) as twice',
      [],
    )
    expect(kept[0]!.again).toBe(0)
  })

  const stranger = (end = randomUUID().slice(-2)) =>
    device.done({ ...run.jobs[0]!, assignmentID: `00000000-0000-7000-8000-0000000000${end}` })
})
