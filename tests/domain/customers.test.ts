import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarRow, compareWeeks, makeYear } from '#domain/calendar.ts'
import { CUSTOMER_ACTIONS, CUSTOMER_TARGET, customerActions, customerCan } from '#domain/customers.ts'
import { isDueOver, isOwnWeek } from '#domain/cycle.ts'
import { COLLECTION_SCHEMES, CUSTOMER_STATUSES, type CustomerStatus } from '#domain/words.ts'

describe('What the office may do with a customer', () => {
  test('is what the table of customer states says', () => {
    expect(Object.fromEntries(CUSTOMER_STATUSES.map((status) => [status, customerActions(status)]))).toEqual({
      PENDING: ['edit', 'send-quotation', 'make-official', 'delete-request', 'merge'],
      ACTIVE: ['edit', 'cycle', 'block', 'cancel', 'delete'],
      BLOCKED: ['edit', 'cycle', 'cancel', 'reactivate', 'delete'],
      CANCELED: ['edit', 'reactivate', 'delete'],
    })
  })

  test('never leads from a state to the same one', () => {
    for (const [action, target] of Object.entries(CUSTOMER_TARGET))
      expect([action, customerCan(target, action as keyof typeof CUSTOMER_TARGET)]).toEqual([action, false])
  })

  test('never ends in a state without a way out, whatever actions are taken, and nobody becomes a request again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CUSTOMER_STATUSES),
        fc.array(fc.constantFrom(...CUSTOMER_ACTIONS)),
        (first, pressed) => {
          const last = pressed.reduce<CustomerStatus>(
            (status, action) =>
              customerCan(status, action) && action in CUSTOMER_TARGET
                ? CUSTOMER_TARGET[action as keyof typeof CUSTOMER_TARGET]
                : status,
            first,
          )
          expect(customerActions(last).some((action) => action in CUSTOMER_TARGET)).toBe(true)
          if (first !== 'PENDING') expect(last).not.toBe('PENDING')
        },
      ),
    )
  })
})

describe('A due period is over', () => {
  const rows = makeYear(2026, 'MONTHS')
  const monthly = { collectionScheme: 'MONTHLY', weekNumber: 2 } as const

  test('when the customer’s week of it has ended, not while that week goes on', () => {
    const november = { yearNumber: 2026, monthNumber: 11 }
    expect(isDueOver(monthly, november, '2026-11-15', rows)).toBe(false)
    expect(isDueOver(monthly, november, '2026-11-16', rows)).toBe(true)
    expect(isDueOver({ ...monthly, weekNumber: 4 }, november, '2026-11-16', rows)).toBe(false)
  })

  test('for a fortnightly customer when the week in the due period has ended', () => {
    const fortnightly = { collectionScheme: 'FORTNIGHTLY', weekNumber: 2 } as const
    expect(isDueOver(fortnightly, { yearNumber: 2026, monthNumber: 11, weekNumber: 2 }, '2026-11-16', rows)).toBe(true)
    expect(isDueOver(fortnightly, { yearNumber: 2026, monthNumber: 11, weekNumber: 4 }, '2026-11-16', rows)).toBe(false)
  })

  test('when all its weeks have ended, where the period has no week of the customer’s number', () => {
    const spare = { collectionScheme: 'MONTHLY', weekNumber: 5 } as const
    expect(isDueOver(spare, { yearNumber: 2026, monthNumber: 2 }, '2026-02-20', rows)).toBe(false)
    expect(isDueOver(spare, { yearNumber: 2026, monthNumber: 2 }, '2026-03-02', rows)).toBe(true)
  })

  test('when its month is past, where the calendar does not have that month', () => {
    expect(isDueOver(monthly, { yearNumber: 2025, monthNumber: 12 }, '2026-01-20', rows)).toBe(true)
    expect(isDueOver(monthly, { yearNumber: 2027, monthNumber: 1 }, '2026-12-31', rows)).toBe(false)
    expect(isDueOver(monthly, { yearNumber: 2026, monthNumber: 11 }, '2026-11-30', [])).toBe(false)
  })

  test('exactly when it has no week left for the customer, for every customer and every day', () => {
    const anyRow = fc.constantFrom(...rows)
    fc.assert(
      fc.property(
        fc.constantFrom(...COLLECTION_SCHEMES),
        fc.integer({ min: 1, max: 4 }),
        anyRow,
        anyRow,
        (collectionScheme, weekNumber, dueRow, now) => {
          const due = { yearNumber: dueRow.yearNumber, monthNumber: dueRow.monthNumber }
          const left = (row: CalendarRow) =>
            isOwnWeek(collectionScheme, weekNumber, row.weekNumber) &&
            row.monthNumber === due.monthNumber &&
            compareWeeks(row, now) >= 0
          expect(isDueOver({ collectionScheme, weekNumber }, due, now.to, rows)).toBe(!rows.some(left))
        },
      ),
    )
  })
})
