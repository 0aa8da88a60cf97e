import { openBrowser, type Prepared } from '../support/chromium.ts'
import { type Started, type Usable, watchUsable } from './usable.ts'

const SLOWER = 4

/** A new browser process on a copy of a prepared profile, without a server, with the CPU throttled to a phone's. */
export async function coldStart(prepared: Prepared, address: string, usable: Usable): Promise<Started> {
  const { profile, remove } = prepared.copy()
  const { context, page, close } = await openBrowser(profile)
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(watchUsable, usable)
    await page.goto(address, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(() => {
      const { started } = window as unknown as { started?: Started }
      return started?.answered === undefined ? null : { shown: started.shown, answered: started.answered }
    })
    return (await seen.jsonValue())!
  } finally {
    await close()
    remove()
  }
}
