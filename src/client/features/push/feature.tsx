import { Suspense, type ReactNode } from 'react'
import type { Call } from '#client/api/call.ts'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeParts } from '#client/shells/office-feature.ts'

const Section = lazyScreen(async () => (await import('./push-section.tsx')).PushSection)
const CustomerPush = lazyScreen(async () => (await import('./customer-push.tsx')).CustomerPush)

/** A part of a customer's own profile page, which stays while it loads. */
export const pushOnThisDevice = (needsInstall: boolean): ReactNode => (
  <Suspense fallback={null}>
    <Section needsInstall={needsInstall} />
  </Suspense>
)

export const pushOfCustomer: OfficeParts['pushOf'] = (customerID) => (
  <Suspense fallback={null}>
    <CustomerPush customerID={customerID} />
  </Suspense>
)

/** Called at each start of a customer's app (see-push.ts). */
export async function seePush(call: Call, userID: string): Promise<void> {
  await (await import('./see-push.ts')).seePush(call, userID)
}

const LEAVE_PATIENCE_MS = 2000

/**
 * Called at the sign-out. The server ends the device as well; if it can't be reached, the push service reports at the
 * next notification that the browser has gone.
 */
export async function leavePush(): Promise<void> {
  const [{ unsubscribeBrowser }, { forgetPush }] = await Promise.all([
    import('./browser-push.ts'),
    import('./push-memory.ts'),
  ])
  forgetPush()
  await Promise.race([unsubscribeBrowser(), new Promise((resolve) => setTimeout(resolve, LEAVE_PATIENCE_MS))])
}
