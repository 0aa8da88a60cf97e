import { expect, test } from 'vitest'
import { isInsideApp, paths } from '#client/app/paths.ts'
import { officePaths } from '#client/shells/office-paths.ts'

/** Every feature's own addresses. */
const ofFeatures = import.meta.glob<Record<string, object>>('/src/client/features/**/*-paths.ts', { eager: true })

test('Every address of the app is unchanged', () => {
  const photographed = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, (path as (id: string) => string)('an id/1')]),
  )
  expect(photographed).toMatchInlineSnapshot(`
    {
      "forgotPassword": "/forgot-password",
      "home": "/",
      "incomes": "/incomes",
      "login": "/login",
      "pickup": "/pickups/an%20id%2F1",
      "pickups": "/pickups",
      "profile": "/profile",
      "quotation": "/quotation",
      "ready": "/pickups/ready",
      "recover": "/recover",
      "setUp": "/set-up",
      "unsent": "/pickups/unsent",
    }
  `)
})

test('Every address of the office is unchanged', () => {
  const given: Partial<Record<string, readonly unknown[]>> = {
    customersAtFirst: [{ perPage: 25, tomorrow: '2026-11-21' }],
    calendar: [2027],
    customer: ['an-id', 'cycle'],
    newRun: [{ yearNumber: 2026, monthNumber: 11, weekNumber: 3 }],
  }
  const photographed = [officePaths, ...Object.values(ofFeatures).flatMap((file) => Object.values(file))]
    .flatMap((addresses) => Object.entries(addresses))
    .map(([name, address]) => (address as (...args: unknown[]) => string)(...(given[name] ?? ['an-id'])))
    .toSorted()
  expect(photographed).toMatchInlineSnapshot(`
    [
      "/customer-requests",
      "/customer-requests/an-id",
      "/customer-requests/new",
      "/customers",
      "/customers/an-id/cycle",
      "/customers/import",
      "/customers/new",
      "/customers?page=1&perPage=25&from=1990-01-01&to=2026-11-21&status=ACTIVE",
      "/drivers",
      "/drivers/an-id",
      "/drivers/new",
      "/incomes",
      "/no-pickups",
      "/no-pickups/an-id",
      "/no-pickups/new?customerID=an-id",
      "/run-orders",
      "/run-orders/an-id",
      "/run-orders/an-id/print",
      "/run-orders/exceptions?runOrderID=an-id",
      "/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=3",
      "/run-orders/phones?runOrderID=an-id",
      "/run-orders/pickup-requests",
      "/run-orders/pickup-requests/new?customerID=an-id",
      "/run-orders/unsent",
      "/run-orders?status=active",
      "/service-packages",
      "/service-packages/an-id",
      "/service-packages/new",
      "/settings",
      "/settings/an-id",
      "/settings/calendar?yearNumber=2027",
      "/settings/mails",
      "/settings/users",
      "/settings/users/an-id",
      "/settings/users/new",
      "/suburbs",
      "/suburbs/an-id",
      "/suburbs/import",
      "/suburbs/new",
    ]
  `)
  expect(photographed.filter((address) => !isInsideApp(address.split('?')[0]!))).toEqual([])
})

test('Addresses behind the sign-in lead there, with every address below them', () => {
  for (const address of ['/', '/customers', '/pickups/unsent', '/settings/mails', '/run-orders/1'])
    expect(isInsideApp(address), address).toBe(true)
})

test('Any other address is not part of the app', () => {
  for (const address of ['/customer', '/pickup', '/register', '/nowhere/pickups'])
    expect(isInsideApp(address), address).toBe(false)
})
