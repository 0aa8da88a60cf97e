import { expect, test } from 'vitest'
import { isForAnybody, isForSignedOut, isInsideApp, isSetUpWithoutSession, paths } from '#client/app/paths.ts'
import { officePaths } from '#client/shells/office-paths.ts'

/** Every feature's own addresses; one that a single link leads to is written at that link. */
const ofFeatures = import.meta.glob<Record<string, object>>('/src/client/features/**/*-paths.ts', { eager: true })

test('Every address of the app is unchanged', () => {
  const photographed = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, (path as (id: string) => string)('an id/1')]),
  )
  expect(photographed).toMatchInlineSnapshot(`
    {
      "autopay": "/pay-automatically",
      "autopayInvitation": "/pay-automatically/an id/1",
      "confirm": "/register/confirm",
      "confirmEmail": "/confirm-email",
      "forgotPassword": "/forgot-password",
      "home": "/",
      "incomes": "/incomes",
      "invoices": "/invoices",
      "ledger": "/invoices/ledger",
      "login": "/login",
      "loginReturn": "/login/callback",
      "map": "/pickups/map",
      "order": "/pickups/order",
      "pay": "/pay/an id/1",
      "paymentCancel": "/payment-cancel",
      "paymentSuccess": "/payment-success",
      "pickup": "/pickups/an%20id%2F1",
      "pickups": "/pickups",
      "profile": "/profile",
      "quotation": "/quotation",
      "ready": "/pickups/ready",
      "recover": "/recover",
      "register": "/register",
      "schedules": "/schedules",
      "setUp": "/set-up",
      "skip": "/skip/an id/1",
      "unsent": "/pickups/unsent",
    }
  `)
})

test('Every address of the office is unchanged', () => {
  const given: Partial<Record<string, readonly unknown[]>> = {
    customersAtFirst: [{ perPage: 25, tomorrow: '2026-11-21' }],
    calendar: [2027],
    customer: ['an-id', 'cycle'],
    invoices: [{ overdue: 'true' }],
    cases: [{ state: 'open' }],
    transactions: [{ keyword: 'T000042' }],
    enter: ['refund'],
    report: ['sales'],
    rows: [{ figure: 'sales' }],
    newRun: [{ yearNumber: 2026, monthNumber: 11, weekNumber: 3 }],
    newReminder: [{ yearNumber: 2026, monthNumber: 11, weekNumber: 3 }],
  }
  const photographed = [officePaths, ...Object.values(ofFeatures).flatMap((file) => Object.values(file))]
    .flatMap((addresses) => Object.entries(addresses))
    .map(([name, address]) => (address as (...args: unknown[]) => string)(...(given[name] ?? ['an-id'])))
    .toSorted()
  expect(photographed).toMatchInlineSnapshot(`
    [
      "/bank",
      "/bank/lines",
      "/bank/lines?bankFileID=an-id",
      "/bank/lines?state=clearing&from=an-id&to=an-id",
      "/bank/lines?state=waiting",
      "/bank/payouts",
      "/cases/an-id",
      "/cases/new/an-id",
      "/cases?state=open",
      "/charges/customers",
      "/charges?an-id=",
      "/customer-requests",
      "/customer-requests/an-id",
      "/customer-requests/suburbs",
      "/customers",
      "/customers/an-id/cycle",
      "/customers/import",
      "/customers/new",
      "/customers/on-hold",
      "/customers?page=1&perPage=25&from=1990-01-01&to=2026-11-21&status=ACTIVE",
      "/drivers",
      "/drivers/an-id",
      "/incomes",
      "/incomes/payments",
      "/invoices/an-id",
      "/invoices/chasing",
      "/invoices/import",
      "/invoices/new",
      "/invoices/new?customerID=an-id",
      "/invoices/tasks",
      "/invoices/unbilled",
      "/invoices/unbilled-runs",
      "/invoices?overdue=true",
      "/no-pickups",
      "/no-pickups/an-id",
      "/no-pickups/new?customerID=an-id",
      "/price-changes",
      "/price-changes/an-id",
      "/price-changes/an-id/edit",
      "/price-changes/new",
      "/price-changes/new?an-id=",
      "/reminders",
      "/reminders/an-id",
      "/reminders/new?week=2026-11-3",
      "/reports",
      "/reports",
      "/reports/customers/an-id",
      "/reports/rows?figure=sales",
      "/reports/sales",
      "/reports/xero",
      "/reports/xero/an-id",
      "/run-orders",
      "/run-orders/an-id",
      "/run-orders/an-id/map",
      "/run-orders/an-id/not-reached",
      "/run-orders/an-id/print",
      "/run-orders/exceptions?runOrderID=an-id",
      "/run-orders/new?yearNumber=2026&monthNumber=11&weekNumber=3",
      "/run-orders/phones?runOrderID=an-id",
      "/run-orders/pickup-requests",
      "/run-orders/unsent",
      "/run-orders?status=active",
      "/service-packages",
      "/service-packages/an-id",
      "/service-packages/new",
      "/settings",
      "/settings/an-id",
      "/settings/api-tokens",
      "/settings/api-tokens/new",
      "/settings/calendar?yearNumber=2027",
      "/settings/depots",
      "/settings/depots/an-id",
      "/settings/depots/new",
      "/settings/mails",
      "/settings/users",
      "/settings/users/an-id",
      "/settings/users/new",
      "/settings/webhooks",
      "/settings/webhooks/an-id",
      "/settings/webhooks/new",
      "/suburbs",
      "/suburbs/an-id",
      "/suburbs/import",
      "/suburbs/new",
      "/transactions?keyword=T000042",
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

test('A signed-in payer sees how the payment went; without a checkout the page is for those signed out', () => {
  for (const path of [paths.paymentSuccess(), paths.paymentCancel()]) {
    expect(isForAnybody(path, '?checkout=an-id')).toBe(true)
    expect(isForAnybody(path, '')).toBe(false)
    expect(isForSignedOut(path)).toBe(true)
  }
  expect(isForAnybody(paths.pay('a-token'), '')).toBe(true)
})

test('An invitation to automatic payment opens for anybody; who comes back from it without a session needs none', () => {
  expect(isForAnybody(paths.autopayInvitation('a-token'), '')).toBe(true)
  expect(isForAnybody(paths.autopay(), '')).toBe(false)
  expect(isInsideApp(paths.autopay())).toBe(true)
  expect(isSetUpWithoutSession(paths.autopay(), '?setup=done')).toBe(true)
  expect(isSetUpWithoutSession(paths.autopay(), '')).toBe(false)
})
