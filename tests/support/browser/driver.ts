import { expect, type Locator, type Page } from '@playwright/test'
import type { PickedFile } from './photos.ts'
import { DEMO_PASSWORD, DRIVER } from './office.ts'

/** What a driver does on the driver screens, by the exact accessible names (screens.md, "Driver"). */

/** Signs in on the login page, online, and waits for the driver's home screen. */
export async function signIn(
  page: Page,
  origin: string,
  email: string = DRIVER,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await fillLogin(page, email, password)
  await page.waitForURL((url) => url.pathname !== '/login')
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The large card of the current stop. */
export function stopAtHand(page: Page): Locator {
  return page.locator('section[data-stop]').first()
}

/** Waits until the week is stored on the phone and the service worker serves the app. */
export async function readyToLeave(page: Page): Promise<void> {
  await expect(stopAtHand(page)).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export interface AtHand {
  assignmentID: string
  address: string
}

export async function readAtHand(page: Page): Promise<AtHand> {
  const card = stopAtHand(page)
  const assignmentID = await card.getAttribute('data-stop')
  if (assignmentID === null) throw new Error('The stop at hand has no id.')
  return { assignmentID, address: await card.locator('[data-part=street]').first().innerText() }
}

/**
 * Taps a button of the current stop and waits until another stop, or none, is current: the record is on the disk then.
 * Waits first until the button accepts taps again: a click that finds it disabled is retried by Playwright with the page
 * scrolled to other positions, which no driver does.
 */
export async function tap(page: Page, stop: AtHand, name: string): Promise<void> {
  const button = stopAtHand(page).getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
  await hasMovedOn(page, stop)
}

async function hasMovedOn(page: Page, stop: AtHand): Promise<void> {
  await expect(page.locator(`section[data-stop="${stop.assignmentID}"]`)).toHaveCount(0)
}

/** Chooses 1, 2 or 3 bags by one tap; more by the sheet. */
export async function chooseBags(page: Page, bags: number): Promise<void> {
  const words = `${bags} ${bags === 1 ? 'bag' : 'bags'}`
  const group = stopAtHand(page).getByRole('radiogroup', { name: 'Bags', exact: true })
  if (bags <= 3) {
    await group.getByRole('radio', { name: words, exact: true }).click()
  } else {
    await group.getByRole('radio', { name: 'More bags', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: words, exact: true }).click()
  }
  await group.getByRole('radio', { name: words, exact: true, checked: true }).waitFor()
}

/** Opens More and fills it in: an extra amount and a note are recorded together with the chosen outcome. */
export async function tapMore(
  page: Page,
  stop: AtHand,
  said: { outcome: string; extraAmount?: number; note?: string },
): Promise<void> {
  await stopAtHand(page).getByRole('button', { name: 'More', exact: true }).click()
  const sheet = page.getByRole('dialog')
  if (said.extraAmount !== undefined) await sheet.getByLabel('Extra amount (AUD)').fill(String(said.extraAmount))
  if (said.note !== undefined) await sheet.getByLabel('Note to the office').fill(said.note)
  await sheet.getByRole('button', { name: said.outcome, exact: true }).click()
  // Nothing was collected, so the app asks whether the extra is meant.
  if (said.extraAmount !== undefined) await page.getByRole('button', { name: 'With the extra', exact: true }).click()
  await hasMovedOn(page, stop)
}

/**
 * Takes photos of the current stop; resolves when they are stored on the phone. @param before how many it already shows
 */
export async function takePhotos(page: Page, files: PickedFile[], before = 0): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await stopAtHand(page)
    .getByRole('button', { name: `Photo ${before}/5`, exact: true })
    .click()
  const picker = await chooser
  for (const [at, file] of files.entries()) {
    if (at === 0) await picker.setFiles([file])
    else await takePhotos(page, [file], before + at)
    await expect(
      stopAtHand(page).getByRole('button', { name: `Photo ${before + at + 1}/5`, exact: true }),
    ).toBeVisible()
  }
}
