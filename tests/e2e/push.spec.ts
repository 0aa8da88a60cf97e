import { type CDPSession, expect, test } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { fillLogin } from '../support/browser/driver.ts'
import { newProfile, openDevice, type Device } from '../support/browser/device.ts'
import { CUSTOMER, DEMO_PASSWORD } from '../support/browser/office.ts'
import { openDemo } from '../support/browser/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
let profile: ReturnType<typeof newProfile>
let device: Device

test.beforeAll(async () => {
  demo = await openDemo()
  profile = newProfile()
  device = await openDevice({ origin: demo.origin, profile: profile.folder })
  await device.context.grantPermissions(['notifications'], { origin: demo.origin })
})
test.afterAll(async () => {
  await device.close()
  profile.remove()
  await demo.close()
})

/** The browser's ID of the service worker's registration. */
function registrationID(session: CDPSession): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}

/** Runs in the service worker, whose types no page has. */
const TAP = `(async (data) => {
  const urls = []
  Object.defineProperty(self.clients, 'openWindow', { configurable: true, value: async (url) => void urls.push(url) })
  await self.registration.showNotification('Tapped', { tag: data, data })
  const [notification] = await self.registration.getNotifications({ tag: data })
  const waits = []
  const event = new NotificationEvent('notificationclick', { notification })
  Object.defineProperty(event, 'waitUntil', { value: (wait) => waits.push(wait) })
  self.dispatchEvent(event)
  await Promise.all(waits)
  return urls
})(PATH)`

test(
  'A push is shown by the service worker, once, and a tap opens its page, never another site',
  { tag: PROOF },
  async () => {
    const { page, context } = device
    await page.goto(`${demo.origin}/login`)
    await fillLogin(page, CUSTOMER, DEMO_PASSWORD)
    await page.waitForURL(`${demo.origin}/`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const session = await context.newCDPSession(page)
    const registrationId = await registrationID(session)
    const deliver = (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin: demo.origin, registrationId, data })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        const all = (await registration?.getNotifications()) ?? []
        return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }))
      })

    const week = { title: 'Collection this week', body: 'We collect from Mon 16/11/2026.', tag: 'week 2026-11-3' }
    await deliver(JSON.stringify({ ...week, path: '/invoices' }))
    await expect.poll(shown).toEqual([{ ...week, data: '/invoices' }])
    // Sent again by a server that was killed: it replaces the first.
    await deliver(JSON.stringify({ ...week, path: '/invoices' }))
    await deliver('not json')
    await expect.poll(async () => (await shown()).map(({ title }) => title).sort()).toEqual(['Bagrun', week.title])

    const [worker] = context.serviceWorkers()
    // A window is opened by a real tap only: what it would open is noted.
    const opened = async (path: string) =>
      (await worker!.evaluate(TAP.replace('PATH', JSON.stringify(path)))) as string[]
    expect(await opened('/invoices')).toEqual([`${demo.origin}/invoices`])
    for (const wrong of ['https://evil.example/', '//evil.example/a', 'javascript:alert(1)'])
      expect(await opened(wrong), wrong).toEqual([demo.origin])
    expect(device.heard).toEqual({ errors: [], failedLoads: [], foreign: [] })
  },
)
