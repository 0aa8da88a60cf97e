import { expect, test } from 'vitest'
import { isInsideApp, paths, PICKUP } from '#client/app/paths.ts'
import { officePaths } from '#client/shells/office-paths.ts'

test('Every address of the app is unchanged', () => {
  const photographed = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, (path as (id: string) => string)('an id/1')]),
  )
  expect({ ...photographed, PICKUP }).toMatchInlineSnapshot(`
    {
      "PICKUP": "/pickups/:assignmentID",
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
  const given: Partial<Record<keyof typeof officePaths, readonly unknown[]>> = {
    customersAtFirst: [{ perPage: 25, tomorrow: '2026-11-21' }],
    calendar: [2027],
    settings: ['prices'],
    customer: ['an-id', 'cycle'],
    newRun: [{ yearNumber: 2026, monthNumber: 11, weekNumber: 3 }],
  }
  const photographed = Object.entries(officePaths).map(([name, path]) => [
    name,
    (path as (...args: unknown[]) => string)(...(given[name as keyof typeof officePaths] ?? ['an-id'])),
  ])
  expect(Object.fromEntries(photographed)).toMatchInlineSnapshot(`
    {
      "activeRuns": "/run-orders?status=active",
      "audit": "/settings/audit",
      "calendar": "/settings/calendar?yearNumber=2027",
      "customer": "/customers/an-id/cycle",
      "customers": "/customers",
      "customersAtFirst": "/customers?page=1&perPage=25&from=1990-01-01&to=2026-11-21&status=ACTIVE",
      "driver": "/drivers/an-id",
      "drivers": "/drivers",
      "exceptions": "/run-orders/exceptions?runOrderID=an-id",
      "importCustomers": "/customers/import",
      "importSuburbs": "/suburbs/import",
      "importUnsent": "/run-orders/unsent",
      "incomes": "/incomes",
      "mails": "/settings/mails",
      "newCustomer": "/customers/new",
      "newDriver": "/drivers/new",
      "newNoPickup": "/no-pickups/new?customerID=an-id",
      "newPickupRequest": "/run-orders/pickup-requests/new?customerID=an-id",
      "newRequest": "/customer-requests/new",
      "newRun": "/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=3",
      "newService": "/service-packages/new",
      "newSuburb": "/suburbs/new",
      "newUser": "/settings/users/new",
      "noPickup": "/no-pickups/an-id",
      "noPickups": "/no-pickups",
      "phones": "/run-orders/phones?runOrderID=an-id",
      "pickupRequests": "/run-orders/pickup-requests",
      "request": "/customer-requests/an-id",
      "requests": "/customer-requests",
      "run": "/run-orders/an-id",
      "runSheet": "/run-orders/an-id/print",
      "runs": "/run-orders",
      "service": "/service-packages/an-id",
      "services": "/service-packages",
      "settings": "/settings/prices",
      "suburb": "/suburbs/an-id",
      "suburbs": "/suburbs",
      "user": "/settings/users/an-id",
      "users": "/settings/users",
    }
  `)
  expect(photographed.filter(([, address]) => !isInsideApp(address!.split('?')[0]!))).toEqual([])
})

test('Addresses behind the sign-in lead there, with every address below them', () => {
  for (const address of ['/', '/customers', '/pickups/unsent', '/settings/mails', '/run-orders/1'])
    expect(isInsideApp(address), address).toBe(true)
})

test('Any other address is not part of the app', () => {
  for (const address of ['/customer', '/pickup', '/register', '/nowhere/pickups'])
    expect(isInsideApp(address), address).toBe(false)
})
