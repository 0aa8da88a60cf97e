import type { Page } from '@playwright/test'

export interface VirtualAuthenticator {
  /** Simulates a lost device: its passkeys are gone. */
  remove(): Promise<void>
}

/**
 * Adds a virtual platform authenticator whose user verification always succeeds to the page's browser (CDP domain
 * WebAuthn).
 */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { remove: async () => void (await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })) }
}
