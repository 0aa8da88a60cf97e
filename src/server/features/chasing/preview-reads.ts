import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewChasing } from '#contract/v1/chasing.ts'
import { CHASE_SETTING_KEYS, CHASE_STEPS, type ChaseSettingKey, leftUnchasedWords } from '#domain/chasing.ts'
import { beginsHold, heldFor, type HoldInvoice, remindersOf } from '#domain/holding.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { settingProblem, SETTINGS } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { chasedCustomers } from './chased-reads.ts'
import { judgingOf } from './chasing-settings.ts'
import { nextWorking } from '../calendar/public.ts'

type Preview = AnswerOf<typeof previewChasing>
type Item = Preview['items'][number]
type Owing = Pick<Item, 'customerID' | 'owing'>

/**
 * What the server would do when it next begins, by the plan that it then carries out.
 * @param unsaved settings as they are typed, which count in place of those in force
 */
export async function chasingShown(
  db: Queryable,
  now: Date,
  who: 'reminded' | 'left_out' | undefined,
  unsaved: Readonly<Partial<Record<ChaseSettingKey, string>>>,
): Promise<Omit<Preview, 'page' | 'perPage' | 'total'>> {
  const settings = { ...(await settingsInForce(db)), ...typedOf(unsaved) }
  const { day, from: at } = await nextWorking(settings, now)
  const judging = await judgingOf(db, settings, day)
  // Switched off, it shows what switching on would do.
  const holding = { ...judging, hold: { ...judging.hold, auto: true } }
  const items: Item[] = []
  const toldAgain: Owing[] = []
  const holds = { customers: 0, owing: 0 }
  for (const { customer, invoices, rows } of await chasedCustomers(db, settings, day)) {
    const { mail, left } = remindersOf(customer, invoices, judging)
    const reasons = new Map(left.map(({ invoiceID, reason }) => [invoiceID, reason]))
    const mailed = new Set(mail?.invoiceIDs)
    const asHolding = new Set(remindersOf(customer, invoices, holding).mail?.invoiceIDs)
    for (const [place, row] of rows.entries()) {
      const reason = reasons.get(row.invoiceID) ?? null
      items.push({
        customerID: row.customerID,
        customer: row.customer,
        refId: String(row.refNumber),
        invoiceID: row.invoiceID,
        number: invoiceNumber(row.kind, row.number),
        dueDate: row.dueDate,
        owing: row.amount - row.allocated,
        step: mail !== null && mailed.has(row.invoiceID) ? mail.step : null,
        reason,
        message: reason && leftUnchasedWords[reason],
        remindedOn: lastReminder(invoices[place]!),
      })
      if (asHolding.has(row.invoiceID) && !mailed.has(row.invoiceID)) toldAgain.push(items.at(-1)!)
    }
    if (!beginsHold(customer, invoices, holding)) continue
    holds.customers += 1
    holds.owing += heldFor(customer, invoices, holding)
  }
  const isReminded = ({ step }: Item) => step !== null
  const inOrder = [...items.filter(isReminded), ...items.filter((item) => !isReminded(item))]
  return {
    items: inOrder.filter((item) => who === undefined || isReminded(item) === (who === 'reminded')),
    at,
    isOn: settings['remind.auto'],
    reminded: summed(items.filter(isReminded)),
    finals: summed(items.filter(({ step }) => step === 'final')),
    leftOut: summed(items.filter((item) => !isReminded(item))),
    holds,
    toldAgain: summed(toldAgain),
  }
}

function typedOf(unsaved: Readonly<Partial<Record<ChaseSettingKey, string>>>): Partial<SettingsInForce> {
  const values = CHASE_SETTING_KEYS.flatMap((key): [string, unknown][] => {
    const text = unsaved[key]
    const { kind } = SETTINGS[key]
    if (text === undefined || (text === '' && kind !== 'day')) return []
    const value = kind === 'flag' ? text === 'true' : kind === 'day' ? text : Number(text)
    return settingProblem(key, value) === null ? [[key, value]] : []
  })
  return Object.fromEntries(values)
}

const lastReminder = ({ remindedOn }: HoldInvoice) =>
  CHASE_STEPS.map((step) => remindedOn[step]).findLast((day) => day !== null) ?? null

const summed = (items: readonly Owing[]) => ({
  customers: new Set(items.map(({ customerID }) => customerID)).size,
  invoices: items.length,
  owing: items.reduce((sum, { owing }) => sum + owing, 0),
})
