import { expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { hasGlewlwyd } from '../../src/tools/shared/outside-programs.mjs'
import { freePorts } from '../support/free-ports.ts'
import { newFolder, removeFolder } from '../support/browser/demo.ts'
import { DESK, newProfile, openDevice } from '../support/browser/device.ts'
import { fillLogin } from '../support/browser/driver.ts'
import { PROOF } from '../support/browser/extent.ts'
import { type Glewlwyd, startGlewlwyd } from '../support/browser/glewlwyd.ts'
import { startProduct } from '../support/browser/product.ts'
import { axeProblems, widthProblems } from '../support/browser/screen-checks.ts'

const ADMIN = { email: 'ada@rounds.example', password: 'a long office password' }
const ADA = { name: 'ada', password: 'the password at the provider' }
const REFUSED = 'This account can’t log in here. Please ask the office.'

/** Signs in on the provider's own pages. */
async function atProvider(page: Page, who: { name: string; password: string }, secret?: string): Promise<void> {
  await page.locator('#username').fill(who.name)
  await page.locator('#password').fill(who.password)
  await page.locator('#loginbut').click()
  if (secret !== undefined) {
    await page.locator('#value').fill(new TOTP({ secret }).generate())
    await page.locator('#but').click()
  }
  await page.getByTitle('Continue to client application').click()
}

test(
  'An admin logs in with Debian’s glewlwyd, others are refused, and its second factor counts',
  {
    tag: PROOF,
  },
  async () => {
    test.setTimeout(600_000)
    test.skip(!hasGlewlwyd(), 'Install glewlwyd and sqlite3 (Debian: glewlwyd sqlite3).')
    const [port] = await freePorts(1)
    const origin = `http://localhost:${port}`
    const folder = newFolder()
    const profile = newProfile()
    const provider: Glewlwyd = await startGlewlwyd(origin)
    const product = await startProduct({
      dataDir: folder,
      port: port!,
      env: {
        ...provider.environment,
        PUBLIC_URL: origin,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OIDC_SECOND_FACTOR: 'otp',
      },
    })
    const device = await openDevice({ origin, profile: profile.folder, size: DESK })
    const { page, heard } = device
    const button = page.getByRole('button', { name: 'Log in with Contoso', exact: true })
    const logOut = async () => {
      await page.getByRole('button', { name: 'Logout', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
      await expect(page).toHaveURL(`${origin}/login`)
      // Ours ends, the provider's own session does not; another person sits down at this browser.
      await page.context().clearCookies({ name: 'GLEWLWYD2_SESSION_ID' })
    }
    try {
      await provider.addPerson({ ...ADA, email: ADMIN.email.toUpperCase(), isVerified: true })
      await provider.addPerson({ name: 'eve', password: ADA.password, email: ADMIN.email, isVerified: false })
      await provider.addPerson({ name: 'bob', password: ADA.password, email: 'bob@rounds.example', isVerified: true })

      await page.goto(`${origin}/customers?sort=-createdAt`)
      await expect(button).toBeVisible()
      expect([...(await axeProblems(page)), ...(await widthProblems(page))]).toEqual([])
      await button.click()
      await atProvider(page, ADA)
      await expect(page).toHaveURL(`${origin}/customers?sort=-createdAt`)
      await page.goto(`${origin}/profile`)
      await expect(page.getByText('with the company account').first()).toBeVisible()
      expect(await page.context().cookies()).toContainEqual(
        expect.objectContaining({ name: 'bagrun-oidc', httpOnly: true, sameSite: 'Lax' }),
      )

      for (const name of ['eve', 'bob']) {
        await logOut()
        await button.click()
        await atProvider(page, { name, password: ADA.password })
        await expect(page.getByText(REFUSED)).toBeVisible()
        expect(page.url()).toBe(`${origin}/login/callback`)
        expect([...(await axeProblems(page)), ...(await widthProblems(page))]).toEqual([])
        await page.getByRole('link', { name: 'Back to login', exact: true }).click()
        await page.context().clearCookies({ name: 'GLEWLWYD2_SESSION_ID' })
        if (name === 'bob') break
        await fillLogin(page, ADMIN.email, ADMIN.password)
        await expect(page).not.toHaveURL(/login/)
      }

      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      await provider.demandCodes(ADA, secret)
      await button.click()
      await atProvider(page, ADA, secret)
      await expect(page).not.toHaveURL(/login/)
      await page.goto(`${origin}/settings/security`)
      await page.getByRole('switch', { name: 'Second step for admins' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Settings saved')).toBeVisible()
      await page.goto(`${origin}/customers`)
      await expect(page).toHaveURL(`${origin}/customers`)
      await logOut()
      await fillLogin(page, ADMIN.email, ADMIN.password)
      await expect(page.getByText('Set up a second step to continue')).toBeVisible()
      await logOut()

      await provider.stop()
      await button.click()
      await expect(page.getByText('Contoso can’t be reached at the moment.')).toBeVisible()
      expect([...(await axeProblems(page)), ...(await widthProblems(page))]).toEqual([])
      await fillLogin(page, ADMIN.email, ADMIN.password)
      await expect(page.getByText('Set up a second step to continue')).toBeVisible()
      expect(heard.errors).toEqual([])
      const issuer = new URL(provider.environment['OIDC_ISSUER']!).origin
      expect(heard.foreign.filter((url) => !url.includes(issuer))).toEqual([])
      expect(product.log()).not.toContain(ADMIN.email)
    } finally {
      await device.close()
      await product.stop()
      await provider.stop()
      profile.remove()
      removeFolder(folder)
    }
  },
)
