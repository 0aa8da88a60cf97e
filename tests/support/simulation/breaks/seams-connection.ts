import type { Call, CallOptions } from '#client/api/call.ts'
import type { Pinned } from '#client/offline/send/session.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { LocalCounts, SignIn } from '#client/offline/store/device-database.ts'
import type { Pause } from '#client/offline/store/meta.ts'
import type * as CallFile from '#client/api/call.ts'
import type * as SessionFile from '#client/offline/send/session.ts'
import type * as DeviceFile from '#client/offline/store/device.ts'
import type * as SyncFile from '#client/offline/sync.ts'
import type * as PullFile from '#client/offline/pull.ts'
import type * as DatabaseFile from '#client/offline/store/device-database.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const call = breaksOf<typeof CallFile>('src/client/api/call.ts')
const session = breaksOf<typeof SessionFile>('src/client/offline/send/session.ts')
const device = breaksOf<typeof DeviceFile>('src/client/offline/store/device.ts')
const sync = breaksOf<typeof SyncFile>('src/client/offline/sync.ts')
const pull = breaksOf<typeof PullFile>('src/client/offline/pull.ts')
const database = breaksOf<typeof DatabaseFile>('src/client/offline/store/device-database.ts')

type LooseCall = (endpoint: unknown, input: object, options?: CallOptions) => Promise<{ kind: string }>
/** Changes what is asked or answered, whichever the endpoint. */
const changed = (call: Call, change: (ask: LooseCall) => LooseCall): Call =>
  change(call as unknown as LooseCall) as unknown as Call

/** The calls of a sign-in, with another check before each request. */
async function checkedBy(device: Device, pinned: Pinned, check: (asked: number) => Promise<boolean>): Promise<Pinned> {
  const { createCall } = await import('#client/api/call.ts')
  const { fetch, xsrf, base, appBuild, timers } = device.ports
  const signIn = (await device.deviceDb.rows.get('signIn'))?.value as SignIn
  const anew: Call = (endpoint, input, options) => {
    let asked = 0
    const stop = new AbortController()
    const call = createCall({
      fetch: async (url, init) => {
        if (!(await check(asked++))) stop.abort()
        stop.signal.throwIfAborted()
        return fetch(url, init)
      },
      xsrf,
      ...(base === undefined ? {} : { base }),
      appBuild,
      timers,
      deviceID: device.deviceID,
      token: () => signIn.token,
    })
    return call(endpoint, input, { timeLimitMs: 30_000, ...options, signal: stop.signal })
  }
  return { ...pinned, call: anew }
}

/** What is asked, what is answered, and under which sign-in. */
export const OF_CONNECTION: readonly Seam[] = [
  call(
    'a 200 without the product’s header is accepted',
    'createCall',
    (createCall) => (ports) =>
      changed(createCall(ports), (ask) => async (...given) => {
        const answer = (await ask(...given)) as { kind: string; why?: string; status: number }
        return answer.why === 'not-ours' && answer.status < 300
          ? { kind: 'ok', value: { results: [], items: [], total: 0 }, status: answer.status, etag: null }
          : answer
      }),
  ),
  call(
    'a 404 without the product’s header is a verdict',
    'createCall',
    (createCall) => (ports) =>
      createCall({
        ...ports,
        fetch: async (url, init) => {
          const answer = await ports.fetch(url, init)
          if (answer.status === 404) answer.headers.set('X-Bagrun', '1')
          return answer
        },
      }),
  ),
  call('a new XSRF value is never fetched', 'createCall', (createCall) => (ports) => {
    const anew: Call = (...given) => {
      let mismatch: Response | null = null
      const fetch: typeof ports.fetch = async (url, init) => {
        if (mismatch) return mismatch.clone()
        const answer = await ports.fetch(url, init)
        if (answer.status === 400 && (await answer.clone().text()).includes('xsrf_mismatch')) mismatch = answer.clone()
        return answer
      }
      return createCall({ ...ports, fetch })(...given)
    }
    return anew
  }),
  call(
    'Retry-After is read as milliseconds',
    'createCall',
    (createCall) => (ports) =>
      changed(createCall(ports), (ask) => async (...given) => {
        const answer = (await ask(...given)) as { kind: string; retryAfterMs?: number | null }
        return answer.retryAfterMs ? { ...answer, retryAfterMs: answer.retryAfterMs / 1000 } : answer
      }),
  ),
  call('an upload without an answer has no time limit', 'exchange', (exchange) => (ports, url, init, options) => {
    const { timeLimitMs, ...others } = options
    return exchange(ports, url, init, init.credentials === 'omit' && timeLimitMs !== undefined ? others : options)
  }),
  call('the request for an XSRF value has no time limit', 'exchange', (exchange) => (ports, url, init, options) => {
    const { timeLimitMs, ...others } = options
    return exchange(ports, url, init, url.endsWith('/config') && timeLimitMs !== undefined ? others : options)
  }),
  session('the signed-in user is not checked again before a request', 'pin', (pin) => async (device, options) => {
    const pinned = await pin(device, options)
    return pinned && checkedBy(device, pinned, async () => true)
  }),
  session('the signed-in user is checked before the first request only', 'pin', (pin) => async (device, options) => {
    const pinned = await pin(device, options)
    return pinned && checkedBy(device, pinned, async (asked) => asked > 0 || pinned.isStill())
  }),
  session('a request without an answer has no time limit', 'pin', (pin) => async (device, options) => {
    const pinned = await pin(device, options)
    return (
      pinned && {
        ...pinned,
        call: (endpoint, input, options) => pinned.call(endpoint, input, { timeLimitMs: undefined, ...options }),
      }
    )
  }),
  session('records of a lost database are sent as the new one’s', 'pin', (pin) => async (device, options) => {
    const pinned = await pin(device, options)
    const asOwn =
      (ask: LooseCall): LooseCall =>
      (endpoint, input, options) =>
        ask(endpoint, 'deviceID' in input ? { ...input, deviceID: device.deviceID } : input, options)
    return pinned && { ...pinned, call: changed(pinned.call, asOwn) }
  }),
  session(
    'a 403 does not pause the session',
    'pauseOf',
    (pauseOf) => (answer) => (answer.kind === 'refused' && answer.status === 403 ? null : pauseOf(answer)),
  ),
  session(
    'a pause of the session deletes the waiting events',
    'pauseQueue',
    (pauseQueue) => async (device, pinned, kind, answer) => {
      const waiting = device.db.events.where('state').equals('queued')
      await waiting.filter((event) => event.attempts > 1).delete()
      await pauseQueue(device, pinned, kind, answer)
    },
  ),
  session(
    'a late 401 pauses the sign-in that came after it',
    'pauseQueue',
    (pauseQueue) => async (device, pinned, kind, answer) => {
      const signIn = (await device.deviceDb.rows.get('signIn'))?.value as SignIn | undefined
      const { signInID } = signIn ?? pinned
      await pauseQueue(device, { ...pinned, signInID, isStill: async () => true }, kind, answer)
    },
  ),
  device('a request under way at a kill holds its events', 'openDevice', (openDevice) => {
    const inFlight = new Set<string>()
    return async (ports, options) => ({ ...(await openDevice(ports, options)), inFlight })
  }),
  device('a phone with a new database reports no loss', 'openDevice', (openDevice) => async (ports, options) => {
    const key = `rr-kept-${options.userID}`
    const read = () => JSON.parse(ports.localStorage?.getItem(key) ?? 'null') as LocalCounts | null
    const before = read()
    const device = await openDevice(ports, options)
    if (before === null || before.deviceID === device.deviceID) return device
    ports.localStorage?.setItem(key, JSON.stringify({ ...read(), lost: before.lost }))
    const notice = await device.db.meta.get('lostBefore')
    if (notice) await device.db.meta.put({ ...notice, value: { ...(notice.value as object), unsent: before.lost } })
    return device
  }),
  device('users of a phone share one database', 'openDevice', (openDevice) => async (ports, options) => ({
    ...(await openDevice(ports, { ...options, userID: 'everybody' })),
    userID: options.userID,
  })),
  device('a new sign-in does not end the pause', 'pauseNow', (pauseNow) => async (device) => {
    const before = await device.db.meta.get('pause')
    const { signIn, pause } = await pauseNow(device)
    if (before === undefined || pause !== undefined) return { signIn, pause }
    await device.db.meta.put(before)
    device.memory.signIn = null
    return { signIn, pause: before.value as Pause }
  }),
  database(
    'two sign-ins of a user have the same id',
    'rememberSignIn',
    (rememberSignIn) => async (deviceDb, userID, token, about) => {
      await rememberSignIn(deviceDb, userID, token, about)
      const row = await deviceDb.rows.get('signIn')
      await deviceDb.rows.put({ key: 'signIn', value: { ...(row?.value as SignIn), signInID: userID.slice(-8) } })
    },
  ),
  pull('a failed fetch of incomes deletes the stored ones', 'pullIncomes', (pullIncomes) => (device, pinned) => {
    const orNone =
      (ask: LooseCall): LooseCall =>
      async (...given) => {
        const answer = await ask(...given)
        return answer.kind === 'ok' ? answer : { kind: 'ok', value: { items: [], total: 0 } }
      }
    return pullIncomes(device, { ...pinned, call: changed(pinned.call, orNone) })
  }),
  sync('coming online does not end the wait', 'startSync', (startSync) => (device, hooks) => {
    const running = startSync(device, hooks)
    return { ...running, wake: (reason) => running.wake(reason === 'online' ? 'timer' : reason) }
  }),
  sync('the question to sign in stays until the running sync ends', 'startSync', (startSync) => (device, hooks) => {
    const running = startSync(device, hooks)
    return { ...running, wake: (reason) => running.wake(reason === 'signed-in' ? 'asked' : reason) }
  }),
  sync('the watchdog sets no timer', 'startSync', (startSync) => (device, hooks) => {
    const { timers } = device.ports
    const short: typeof timers = { ...timers, set: (ms, run) => (ms > 10_000 ? null : timers.set(ms, run)) }
    // It takes its timers when it starts.
    Object.assign(device.ports, { timers: short })
    const running = startSync(device, hooks)
    Object.assign(device.ports, { timers })
    return running
  }),
  sync('a wake-up during a running sync is lost', 'startSync', (startSync) => (device, hooks) => {
    let isLooking = true
    const before = new Set(device.onEnqueued)
    const running = startSync(device, {
      ...hooks,
      onLook: (worked) => {
        isLooking = false
        hooks?.onLook?.(worked)
      },
    })
    const wake: typeof running.wake = (reason) => {
      if (isLooking) return
      isLooking = true
      running.wake(reason)
    }
    const onEnqueued = () => wake('enqueued')
    for (const own of device.onEnqueued) if (!before.has(own)) device.onEnqueued.delete(own)
    device.onEnqueued.add(onEnqueued)
    const stop = async () => {
      device.onEnqueued.delete(onEnqueued)
      await running.stop()
    }
    return { ...running, wake, stop }
  }),
]
