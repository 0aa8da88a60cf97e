import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Prepared, prepareProfile } from '../support/chromium.ts'
import { openLine } from '../support/line.ts'
import { rivals } from '../support/rivals.ts'
import type { Usable } from './usable.ts'

const BUILD = rivals('node_modules', '@actual-app', 'web', 'build')

/** Its list of transactions; a tap on "Add transaction" opens the form. */
export const ACTUAL_USABLE: Usable = {
  shown: ['button[aria-describedby^="react-aria-description"]'],
  button: { css: 'button', name: 'Add transaction' },
  answered: { address: '/transactions/new' },
}

/** Actual's own demo budget on a phone that has once been online. @returns null where it can't be had or served */
export async function prepareActual(): Promise<{ prepared: Prepared; address: string; close(): Promise<void> } | null> {
  if (!existsSync(BUILD)) return null
  const line = await openLine({ roundTrip: 0 })
  const server = spawn(process.execPath, [rivals('actual-server.mjs'), BUILD], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    line.up(Number(said.toString()))
    const prepared = await prepareProfile(async ({ page }) => {
      await page.goto(line.origin)
      await page.getByText('Try the demo').first().click()
      await page.getByText('To Budget').first().waitFor()
      await page.goto(`${line.origin}/accounts/all`)
      await page.getByRole('button', { name: 'Add transaction' }).waitFor()
      await page.locator(ACTUAL_USABLE.shown[0]!).first().waitFor()
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
        if (!navigator.serviceWorker.controller) throw new Error('Actual’s worker does not serve the page.')
      })
    })
    line.down()
    return { prepared, address: `${line.origin}/accounts/all`, close: () => line.close() }
  } catch (error) {
    console.error('@actual-app/web could not be prepared:', error)
    await line.close()
    return null
  } finally {
    server.kill('SIGKILL')
  }
}
