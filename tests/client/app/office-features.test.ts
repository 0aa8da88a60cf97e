import { expect, test } from 'vitest'
import { officeFeatures, searchPlaces } from '#client/app/office-features.tsx'
import { SEARCH_KINDS } from '#contract/v1/search.ts'

const manifests = import.meta.glob('/src/client/features/*/feature.tsx')

/** Their manifests hold a part of another page, or belong to another role. */
const NOT_LISTED = ['account', 'incomes', 'mails', 'payments', 'pickups', 'push', 'schedules', 'sync']

test('Every manifest is in the list of a role', async () => {
  const nouns = Object.keys(manifests).map((file) => file.split('/').at(-2)!)
  const listed = new Set<unknown>(officeFeatures)
  const missing: string[] = []
  for (const noun of nouns.filter((one) => !NOT_LISTED.includes(one)))
    if (
      !Object.values((await manifests[`/src/client/features/${noun}/feature.tsx`]!()) as object).some((one) =>
        listed.has(one),
      )
    )
      missing.push(noun)
  expect(nouns.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})

test('Every kind of search result has an address', () => {
  expect(Object.keys(searchPlaces).toSorted()).toEqual([...SEARCH_KINDS].toSorted())
})

test('The menu has the specification’s entries in its order, and money and cases below', () => {
  expect(officeFeatures.flatMap(({ menu }) => menu?.label ?? [])).toEqual([
    'Home',
    'Customers',
    'Customer requests',
    'Drivers',
    'Suburbs',
    'Services',
    'Reminders',
    'Weekly Runs',
    'Reports',
    'Settings',
  ])
  expect(officeFeatures.flatMap(({ moneyMenu }) => moneyMenu?.label ?? [])).toEqual([
    'Invoices',
    'Payments',
    'Charges',
    'Bank',
    'Driver pay',
    'Price changes',
    'Cases',
  ])
})
