import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWorkingDay } from '#domain/chasing.ts'
import { addDays, type Day, daysBetween, weekdayOf } from '#domain/dates.ts'
import { seeded } from '#domain/seeded.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { bookedOfProvider, intentsOf, takenByProvider } from '../../fixtures/autopay-books.ts'
import { AutopayFirm } from '../../fixtures/autopay-firm.ts'
import { openPeople } from '../../fixtures/autopay-people.ts'
import { type BuiltEntry, builtEntry } from '../../support/built-entry.ts'
import { bothDatabases } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'

const CUSTOMERS = Number(process.env['BAGRUN_AUTOPAY_CUSTOMERS'] ?? 60)
const SEED = Number(process.env['BAGRUN_AUTOPAY_SEED'] ?? 20_261_116)
const DAYS = Number(process.env['BAGRUN_AUTOPAY_DAYS'] ?? 365)
const KILLS = 10
const FIRST_DAY = '2026-11-16'
/** Of the settings' defaults, which the methods were accepted with: notice, and days between two tries. */
const NOTICE_DAYS = 3
const NO_HOLIDAYS = new Set<Day>()

const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-autopay-'))
const canRun = bothDatabases.includes('postgres')
let firm: AutopayFirm
let third: BuiltEntry

beforeAll(async () => {
  if (!canRun) return
  third = await builtEntry('tests/fixtures/charging-server.ts')
  firm = await AutopayFirm.open()
}, 180_000)
afterAll(async () => {
  await firm?.close()
  third?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// Two servers, killed processes and a restore under them need PostgreSQL.
test.runIf(canRun)(
  `A year of ${CUSTOMERS} customers, half of them charged by itself by two servers that are killed and restored, is right to the cent (P6, P9, P10, P11, P12)`,
  { timeout: CUSTOMERS * 25_000 },
  async () => {
    const dice = seeded(SEED)
    // Of its own, because how often the provider is asked, and may fail, depends on the moment of a kill.
    const killDice = seeded(SEED + 1)
    firm.at(FIRST_DAY, '08:00')
    await firm.set('checkout.enabled', 'ON')
    await firm.set('autopay.enabled', true)
    await firm.set('mail.perMinute', 6_000)
    const people = await openPeople(firm, CUSTOMERS, dice)
    const workingDays = Array.from({ length: DAYS }, (_, at) => addDays(FIRST_DAY, at)).filter((day) =>
      isWorkingDay(day, NO_HOLIDAYS),
    )
    const part = (share: number) => workingDays[Math.floor(workingDays.length * share)]!
    // The backup of one restore is from the night before, that of the other from minutes before the charges.
    const [nightly, minutes] = [part(0.45), part(0.7)]
    const restored = new Set<Day>()
    let killed = 0
    let nextKill = 20
    firm.fault = () => {
      const at = dice()
      if (at < 0.02) return 'killed_before'
      if (at < 0.04) return 'killed_after'
      return at < 0.06 ? 'no_answer' : null
    }

    for (let at = 0; at < DAYS; at++) {
      const day = addDays(FIRST_DAY, at)
      firm.at(day, '08:30')
      await firm.signIn()
      // What is done after the backup is lost, and with it the numbers of the invoices: on those days nobody works.
      if (day !== nightly && day !== minutes) await people.morning(day)
      await firm.sendMails()
      if (weekdayOf(day) > 5) continue
      firm.at(day, '09:30')
      await firm.work()
      const backup = day === nightly || day === minutes ? await firm.backUp() : null
      firm.at(day, '10:05')
      if (at >= nextKill && killed < KILLS && (await plannedFor(day)) > 2) {
        killed += await killWhileCharging(killDice)
        nextKill = at + Math.floor(DAYS / KILLS / 2)
      }
      await firm.work()
      if (day === minutes) {
        firm.at(day, '10:12')
        await firm.restore(backup!)
        restored.add(day)
        await firm.work()
      }
      firm.at(day, '10:30')
      await firm.work()
      if (day === nightly) {
        firm.at(addDays(day, 1), '07:00')
        await firm.restore(backup!)
        restored.add(day)
      }
    }
    // Debits and charges without an answer come to their end.
    firm.fault = () => null
    for (let at = DAYS; at < DAYS + 3; at++) {
      firm.at(addDays(FIRST_DAY, at), '07:00')
      await firm.work()
      firm.at(addDays(FIRST_DAY, at), '07:40')
      await firm.work()
    }

    const { db } = firm
    const intents = await intentsOf(db)
    const failed = intents.filter(({ state }) => state === 'canceled' || state === 'requires_payment_method')
    // A shorter year, for trying out, may have none.
    if (DAYS === 365) {
      expect(intents.length).toBeGreaterThan(DAYS / 2)
      expect(firm.kills).toBeGreaterThan(0)
      expect(killed).toBe(KILLS)
    }
    expect(failed.length / intents.length).toBeGreaterThan(0.08)

    // No customer was charged twice a day.
    const days = intents.map(({ customerID, asked }) => `${customerID} ${asked}`)
    expect(days.filter((one, at) => days.indexOf(one) !== at)).toEqual([])
    const keys = intents.map(({ customerID, planned }) => `${customerID} ${planned}`)
    expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
    expect(intents.filter(({ asked }) => weekdayOf(asked) > 5)).toEqual([])

    // Every invoice was charged successfully at most once, but for what went back to the customer.
    const kept = intents.filter(({ state, back }) => state === 'succeeded' && back === 0)
    const paid = kept.flatMap(({ invoices }) => invoices)
    expect(paid.filter((one, at) => paid.indexOf(one) !== at)).toEqual([])

    // Each try was told by an email of its own, early enough.
    const isLate = (day: Day) => [...restored].some((one) => daysBetween(one, day) >= 0 && daysBetween(one, day) <= 4)
    const told = people.told()
    const untold = intents.flatMap((intent, at) =>
      intent.invoices.flatMap((number) => {
        const before = intents.slice(0, at).findLast(({ invoices }) => invoices.includes(number))
        const isTold = (told.get(number) ?? []).some(
          ({ day, email }) =>
            email === people.emailOf(intent.customerID) &&
            daysBetween(day, intent.asked) >= NOTICE_DAYS &&
            // The email of a try that the restore took back was sent before it.
            (before === undefined || isLate(intent.asked) || day >= before.asked),
        )
        return isTold ? [] : [{ ...intent, number, told: told.get(number) }]
      }),
    )
    expect(untold).toEqual([])

    // What the provider has is what the books have.
    expect(await bookedOfProvider(db)).toBe(await takenByProvider(db))
    const { rows: open } = await db.execute(
      sql`select state, count(*) from checkouts where state in ('asked', 'pending') group by state`,
    )
    expect(open).toEqual([])
    const { rows: unbooked } = await db.execute(sql`select * from provider_events where outcome = 'unbooked'`)
    expect(unbooked).toEqual([])
    expect(await people.creditOfPlain()).toEqual([])
    expect(firm.logged.filter(({ level }) => level === 'error')).toEqual([])

    const file = path.join(folder, 'all.journal')
    expect((await auditInto(db, file)).difference).toBeNull()
    if (hasHledger()) expect(checkJournal(readFileSync(file, 'utf8')).wrong).toBeNull()
  },
)

async function plannedFor(day: Day): Promise<number> {
  const { rows } = await firm.db.execute<{ charges: number }>(
    sql`select count(*)::int as charges from charges join checkouts using (checkout_id) where state = 'planned' and charge_day <= ${day}`,
  )
  return rows[0]!.charges
}

/** A third server makes the charges of this moment and is ended with SIGKILL at a random question. @returns 1 if it was */
async function killWhileCharging(dice: () => number): Promise<number> {
  const killAt = 1 + Math.floor(dice() * 3)
  const afterMs = dice() * 25
  const child = spawn(process.execPath, [third.file], {
    env: { ...process.env, ...firm.environment, CLOCK_AT: firm.clock.now().toISOString() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let asked = 0
  for await (const word of createInterface(child.stdout)) {
    if (word === 'ready') child.stdin.write('go\n')
    if (word === 'asking') asked += 1
    if (word === 'done') child.kill('SIGKILL')
    else if (asked === killAt) await killSoon(child, afterMs)
  }
  await ended
  return asked >= killAt ? 1 : 0
}

async function killSoon(child: ChildProcess, afterMs: number): Promise<void> {
  await wait(afterMs)
  child.kill('SIGKILL')
}
