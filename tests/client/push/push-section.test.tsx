import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { CustomerPush } from '#client/features/push/customer-push.tsx'
import { leavePush, seePush } from '#client/features/push/feature.tsx'
import { PushSection } from '#client/features/push/push-section.tsx'
import {
  createPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  seePushSubscription,
} from '#contract/v1/push.ts'
import { lineBroke, ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const HERE = '01890000-0000-7000-8000-0000000000a1'
const THERE = '01890000-0000-7000-8000-0000000000a2'
const KEYS = { p256dh: `BA${'b'.repeat(85)}`, auth: 'c'.repeat(22) }
const ENDPOINT = 'https://push.example/one'

/** The browser: its permission, its subscription, and what was asked of it. */
let browser: {
  permission: NotificationPermission
  answers: NotificationPermission
  subscription: { endpoint: string } | null
  refuses: boolean
  asked: number
  ended: number
}
const device = (pushSubscriptionID: string, name: string | null) => ({
  pushSubscriptionID,
  device: name,
  createdAt: '2026-11-10T00:00:00.000Z',
  sentAt: null,
})
let devices: ReturnType<typeof device>[]
let onServer: Partial<Record<'create' | 'seen' | 'list', Answer<unknown>>>
beforeEach(() => {
  browser = { permission: 'default', answers: 'granted', subscription: null, refuses: false, asked: 0, ended: 0 }
  devices = []
  onServer = {}
  const subscriptionOf = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { ...KEYS, auth: `${KEYS.auth}==` } }),
    unsubscribe: async () => {
      browser.ended += 1
      browser.subscription = null
      return true
    },
  })
  const registration = {
    pushManager: {
      getSubscription: async () => browser.subscription && subscriptionOf(browser.subscription.endpoint),
      subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (browser.refuses || !userVisibleOnly || (applicationServerKey as Uint8Array).length !== 3)
          throw new DOMException('Registration failed', 'AbortError')
        browser.subscription = { endpoint: ENDPOINT }
        return subscriptionOf(ENDPOINT)
      },
    },
  }
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal(
    'Notification',
    Object.defineProperty(
      {
        requestPermission: async () => {
          browser.asked += 1
          browser.permission = browser.answers
          return browser.permission
        },
      },
      'permission',
      { get: () => browser.permission },
    ),
  )
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

function answer({ endpoint, input }: Sent): Answer<unknown> {
  if (endpoint === listPushSubscriptions) return onServer.list ?? pageOfRows(devices)
  if (endpoint === getPushKey) return ok({ publicKey: 'BAEC' })
  if (endpoint === seePushSubscription)
    return onServer.seen ?? ok({ pushSubscriptionID: devices.length > 0 ? devices[0]!.pushSubscriptionID : null })
  if (endpoint === createPushSubscription) {
    if (onServer.create) return onServer.create
    devices = [device(HERE, 'Chrome on Android'), ...devices]
    return ok(devices[0], 201)
  }
  if (endpoint === deletePushSubscription) {
    devices = devices.filter((one) => one.pushSubscriptionID !== input['pushSubscriptionID'])
    return ok(undefined, 204)
  }
  throw new Error(`Not expected: ${endpoint.path}`)
}

function show(needsInstall = false, config = {}) {
  return { ...showOffice(<PushSection needsInstall={needsInstall} />, { answer, config }), user: userEvent.setup() }
}

describe('Notifications on a customer’s profile', () => {
  test('Permission is asked for by the tap, never before; then they are on', async () => {
    const { user, sentTo } = show()
    const turnOn = await screen.findByRole('button', { name: 'Turn on' })
    expect([browser.asked, sentTo(getPushKey)]).toEqual([0, []])
    await user.click(turnOn)
    expect(await screen.findByText('On for this device.')).toBeVisible()
    expect(sentTo(createPushSubscription).map(({ input }) => input)).toEqual([{ endpoint: ENDPOINT, keys: KEYS }])
    expect(screen.getByText('Notifications on')).toBeVisible()
  })

  test.each([true, false])('Emails are promised beside them only where some are sent (%s)', async (mailServer) => {
    show(false, { mailServer })
    const what = await screen.findByText(/The evening before your collection/)
    if (mailServer) expect(what).toHaveTextContent('Emails come as before.')
    else expect(what).not.toHaveTextContent('Emails')
  })

  test('Turned off, the device ends on the server and in the browser', async () => {
    browser.permission = 'granted'
    browser.subscription = { endpoint: ENDPOINT }
    devices = [device(HERE, 'Chrome on Android')]
    const { user, sentTo } = show()
    await user.click(await screen.findByRole('button', { name: 'Turn off' }))
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible()
    expect(sentTo(deletePushSubscription).map(({ input }) => input)).toEqual([{ pushSubscriptionID: HERE }])
    expect(browser.ended).toBe(1)
  })

  test('A subscription that the server doesn’t know is off', async () => {
    browser.subscription = { endpoint: ENDPOINT }
    show()
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible()
  })

  test('Refused by the person: it says so, and then how to allow it', async () => {
    browser.answers = 'denied'
    const { user, sentTo } = show()
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Your browser didn’t allow notifications.')).toBeVisible()
    expect(await screen.findByText(/blocked for this site/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
    expect(sentTo(createPushSubscription)).toEqual([])
  })

  test('A browser that can’t says so when it is tried', async () => {
    browser.refuses = true
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/couldn’t turn on notifications/)).toBeVisible()
  })

  test('Without an answer of the server nothing stays in the browser', async () => {
    onServer.create = lineBroke
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(browser.ended).toBe(1))
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible()
  })

  test('On an iPhone’s browser it says how to add the app to the Home Screen first', async () => {
    const { sentTo } = show(true)
    const steps = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Tap Share at the bottom of Safari.',
      'Choose “Add to Home Screen”.',
      expect.stringMatching(/^Open .+ there, log in, and turn on notifications on this page\.$/),
    ])
    await waitFor(() => expect(sentTo(listPushSubscriptions)).not.toEqual([]))
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  })

  test('Where the browser has no notifications it says so', async () => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, 'PushManager')
    show()
    expect(screen.getByText('This browser can’t show notifications.')).toBeVisible()
  })

  test('Another device is turned off from here', async () => {
    devices = [device(THERE, null)]
    onServer.seen = ok({ pushSubscriptionID: null })
    const { user, sentTo } = show()
    await user.click(await screen.findByRole('button', { name: /^Turn off on Unknown device, since / }))
    await waitFor(() => expect(screen.queryByText('Your other devices')).toBeNull())
    expect(sentTo(deletePushSubscription)).toHaveLength(1)
  })
})

const ANNA = '01890000-0000-7000-8000-0000000000b1'
const OLD = 'https://push.example/old'

/** The API without a screen. @param known addresses the server has */
function caller({ known }: { known: readonly string[] }) {
  const sent: [unknown, string | undefined][] = []
  const call = (async (endpoint: unknown, input: { endpoint?: string }) => {
    sent.push([endpoint, input.endpoint])
    if (endpoint === getPushKey) return ok({ publicKey: 'BAEC' })
    return ok({ pushSubscriptionID: known.some((one) => one === input.endpoint) ? HERE : null })
  }) as never
  return { call, sent }
}

describe('A visit and a sign-out', () => {
  beforeEach(() => localStorage.clear())

  test('A browser with notifications tells the server who uses it; one without asks nothing', async () => {
    const { call, sent } = caller({ known: [] })
    await seePush(call, ANNA)
    expect(sent).toEqual([])
    browser.subscription = { endpoint: ENDPOINT }
    await seePush(call, ANNA)
    expect(sent).toEqual([[seePushSubscription, ENDPOINT]])
  })

  test('A subscription that the browser replaced or lost is replaced in the office', async () => {
    const replaced = 'https://push.example/replaced'
    for (const now of [null, { endpoint: replaced }]) {
      const { call, sent } = caller({ known: [OLD] })
      browser.permission = 'granted'
      browser.subscription = { endpoint: OLD }
      await seePush(call, ANNA)
      browser.subscription = now
      sent.length = 0
      await seePush(call, ANNA)
      expect(sent).toEqual([
        [getPushKey, undefined],
        [createPushSubscription, ENDPOINT],
        [seePushSubscription, OLD],
        [deletePushSubscription, undefined],
      ])
      // From now on it is the new one.
      sent.length = 0
      await seePush(call, ANNA)
      expect(sent).toEqual([[seePushSubscription, ENDPOINT]])
    }
  })

  test('It stays off where it was turned off elsewhere, at a sign-out, for others, and when permission was taken back', async () => {
    const { call, sent } = caller({ known: [OLD] })
    const start = async (userID: string) => {
      sent.length = 0
      await seePush(call, userID)
      return sent.map(([endpoint]) => endpoint)
    }
    const on = async () => {
      browser.permission = 'granted'
      browser.subscription = { endpoint: OLD }
      expect(await start(ANNA)).toEqual([seePushSubscription])
      browser.subscription = null
    }
    await on()
    expect(await start(THERE)).toEqual([])
    browser.permission = 'denied'
    expect(await start(ANNA)).toEqual([])
    await on()
    await leavePush()
    expect(await start(ANNA)).toEqual([])
    await on()
    browser.subscription = { endpoint: OLD }
    await seePush(caller({ known: [] }).call, ANNA)
    browser.subscription = null
    expect(await start(ANNA)).toEqual([])
  })

  test('The sign-out ends it in the browser, and goes on where there is nothing to end', async () => {
    browser.subscription = { endpoint: ENDPOINT }
    await leavePush()
    await leavePush()
    expect(browser.ended).toBe(1)
    Reflect.deleteProperty(navigator, 'serviceWorker')
    await expect(leavePush()).resolves.toBeUndefined()
  })
})

describe('On the office’s page of a customer', () => {
  const shown = async (list: unknown[]) => {
    showOffice(<CustomerPush customerID={HERE} />, { answer: () => pageOfRows(list) })
    return (await screen.findByText(/^Notifications: /)).textContent
  }
  test('one line says whether notifications are in use', async () => {
    expect(await shown([])).toBe('Notifications: off')
  })
  test('on how many devices, and when the last was sent', async () => {
    const sentAt = '2026-11-15T07:00:00.000Z'
    expect(await shown([{ ...device(HERE, null), sentAt }, device(THERE, null)])).toMatch(
      /^Notifications: on 2 devices · Last sent \d\d\/11\/2026 \d/,
    )
  })
})
