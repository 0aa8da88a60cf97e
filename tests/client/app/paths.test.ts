import { expect, test } from 'vitest'
import { isInsideApp, paths, PICKUP } from '#client/app/paths.ts'

test('Every address of the app, photographed', () => {
  const photographed = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, (path as (id: string) => string)('an id/1')]))
  expect({ ...photographed, PICKUP }).toMatchInlineSnapshot(`
    {
      "PICKUP": "/pickups/:assignmentID",
      "forgotPassword": "/forgot-password",
      "home": "/",
      "importUnsent": "/run-orders/unsent",
      "incomes": "/incomes",
      "login": "/login",
      "mails": "/settings/mails",
      "pickup": "/pickups/an%20id%2F1",
      "pickups": "/pickups",
      "ready": "/pickups/ready",
      "recover": "/recover",
      "setUp": "/set-up",
      "unsent": "/pickups/unsent",
    }
  `)
})

test('Addresses behind the sign-in lead there, with whatever lies below them', () => {
  for (const address of ['/', '/customers', '/pickups/unsent', '/settings/mails', '/run-orders/1']) expect(isInsideApp(address), address).toBe(true)
})

test('Any other address does not exist for anybody', () => {
  for (const address of ['/customer', '/pickup', '/register', '/nowhere/pickups']) expect(isInsideApp(address), address).toBe(false)
})
