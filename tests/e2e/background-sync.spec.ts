import { expect, test, type CDPSession } from '@playwright/test'
import { PROOF } from '../support/browser/extent.ts'
import { readAtHand, readyToLeave, signIn, takePhotos, tap } from '../support/browser/driver.ts'
import { ADMIN, signInTo } from '../support/browser/office.ts'
import { newProfile, openDevice } from '../support/browser/device.ts'
import { photoFile } from '../support/browser/photos.ts'
import { openDemo } from '../support/browser/demo.ts'

test(
  'After the driver closes the app without signal, the service worker sends the records once there is signal',
  { tag: PROOF },
  async () => {
    test.setTimeout(300_000)
    const demo = await openDemo()
    const profile = newProfile()
    const device = await openDevice({ origin: demo.origin, profile: profile.folder })
    try {
      const { page, context } = device
      await signIn(page, demo.origin)
      await readyToLeave(page)
      await expect(page.getByText('All sent').first()).toBeVisible()

      await demo.stop()
      const first = await readAtHand(page)
      await takePhotos(page, [photoFile('two-bags')])
      await tap(page, first, 'Done')
      const second = await readAtHand(page)
      await tap(page, second, 'Bag MT')

      const elsewhere = await context.newPage()
      await page.close()
      expect(context.pages()).toEqual([elsewhere])
      await demo.start()
      const office = await signInTo(demo.origin, ADMIN)
      const session = await context.newCDPSession(elsewhere)
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: demo.origin,
        registrationId: await registrationAt(session, demo.origin),
        tag: 'outbox',
        lastChance: false,
      })

      const told = async () => {
        const { jobs: stops } = await office.activeRun()
        return [first, second]
          .map(({ assignmentID }) => stops.find((stop) => stop.assignmentID === assignmentID)!)
          .map(({ outcome, photos, events }) => ({ outcome, photos: photos.length, events: events.length }))
      }
      await expect.poll(told, { timeout: 45_000 }).toEqual([
        { outcome: 'COLLECTED', photos: 1, events: 2 },
        { outcome: 'EMPTY', photos: 0, events: 1 },
      ])
      expect(context.pages()).toEqual([elsewhere])
    } finally {
      await device.close()
      await demo.close()
      profile.remove()
    }
  },
)

/** The browser's id of the product's service worker registration. */
function registrationAt(session: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found) resolve(found.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}
