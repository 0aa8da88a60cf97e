import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Prepared, prepareProfile } from '../support/chromium.ts'
import { openLine } from '../support/throttled-line.ts'
import { rivals } from '../support/rivals.ts'
import type { Usable } from './usable.ts'

const BUILD = rivals('node_modules', '@actual-app', 'web', 'build')

/** Its list of transactions; a tap on "Add transaction" opens the form. */
export const ACTUAL_USABLE: Usable = {
  shown: ['button[aria-describedby^="react-aria-description"]'],
  button: { css: 'button', name: 'Add transaction' },
  answered: { address: '/transactions/new' },
}

/** Its own demo budget on a phone that has been online once. */
export interface Actual {
  prepared: Prepared
  /** The address of its list of transactions. */
  address: string
  /** Starts its server again, until it is stopped. */
  serve(): Promise<{ stop(): void }>
  close(): Promise<void>
}

/** @returns null where it is not installed or can't be served */
export async function prepareActual(): Promise<Actual | null> {
  if (!existsSync(BUILD)) return null
  const line = await openLine({ roundTrip: 0 })
  const serve = async () => {
    const server = spawn(process.execPath, [rivals('actual-server.mjs'), BUILD], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    line.up(Number(said.toString()))
    return {
      stop: () => {
        line.down()
        server.kill('SIGKILL')
      },
    }
  }
  const serving = await serve()
  try {
    const prepared = await prepareProfile(async ({ page }) => {
      await page.goto(line.origin)
      await page.getByText('Try the demo').first().click()
      await page.getByText('To Budget').first().waitFor()
      await page.goto(`${line.origin}/accounts/all`)
      await page.getByRole('button', { name: 'Add transaction' }).waitFor()
      await page.locator(ACTUAL_USABLE.shown[0]!).first().waitFor()
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // A worker that was slow to install serves the page from its next start.
      await page.reload()
      await page.locator(ACTUAL_USABLE.shown[0]!).first().waitFor()
      if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null)))
        throw new Error('Actual’s worker does not serve the page.')
    })
    return { prepared, address: `${line.origin}/accounts/all`, serve, close: () => line.close() }
  } catch (error) {
    console.error('@actual-app/web could not be prepared:', error)
    await line.close()
    return null
  } finally {
    serving.stop()
  }
}
