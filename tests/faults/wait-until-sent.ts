import type { EventState, LastAnswer } from '#client/offline/store/schema.ts'
import type { DriverInBrowser } from './driver.ts'

/** s: within this time after all faults have ended, nothing may be left to send. */
export const EMPTY_WITHIN = 90

export interface Emptied {
  /** s since the end of the faults; null: not within `EMPTY_WITHIN`. */
  emptyAfter: number | null
  /** Records that were refused as too large by a false answer, which a person sent again. */
  askedPerson: number
  /** Records that needed a person for another reason; there must be none. */
  askedFor: string[]
}

/** Opens the app once more, online, and waits until it has nothing left to send. */
export async function untilEmpty(driver: DriverInBrowser, userID: string): Promise<Emptied> {
  const began = Date.now()
  const emptied: Emptied = { emptyAfter: null, askedPerson: 0, askedFor: [] }
  const seconds = () => (Date.now() - began) / 1000
  await driver.openAgain()
  while (seconds() < EMPTY_WITHIN) {
    await driver.attempt(async () => {
      await driver.signInAgainIfAsked()
      const waiting = await driver.page.evaluate(readWaiting, `rr-${userID}`)
      if (waiting.length === 0) {
        await driver.page
          .getByText(/^All sent/)
          .first()
          .waitFor()
        emptied.emptyAfter = Math.round(seconds() * 10) / 10
        return
      }
      for (const { state, lastAnswer } of waiting.filter(({ state }) => state === 'needs-attention')) {
        if (lastAnswer?.status !== 413) emptied.askedFor.push(`${state}: ${JSON.stringify(lastAnswer)}`)
      }
      emptied.askedPerson += await driver.sendAgainWhatWasRefused()
      await driver.page.waitForTimeout(300)
    })
    if (emptied.emptyAfter !== null) break
  }
  return emptied
}

/** Runs in the page: the records without an acknowledgement. */
async function readWaiting(name: string): Promise<{ state: EventState; lastAnswer: LastAnswer | null }[]> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await asked(indexedDB.open(name))
  const events = await asked<{ state: EventState; lastAnswer: LastAnswer | null }[]>(
    db.transaction('events').objectStore('events').getAll(),
  )
  db.close()
  return events.filter(({ state }) => state !== 'acknowledged' && state !== 'discarded')
}
