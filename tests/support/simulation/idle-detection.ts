/**
 * Detects when nothing more will happen by itself, so that a virtual clock may advance: no request is at the server,
 * and no database step of fake-indexeddb waits. fake-indexeddb schedules its steps with setImmediate; here they run one
 * after the other, each with all its promises, without a turn of the event loop in between, which costs more than the
 * steps.
 */
const REAL = Symbol.for('bagrun.setImmediate')
const kept = globalThis as unknown as Record<symbol, typeof setImmediate | undefined>
// When this module is loaded again in the same process, it must not take its own replacement for the real one.
const realSetImmediate = (kept[REAL] ??= globalThis.setImmediate)
/** Real time in ms after which there must be an endless loop. */
const RESTLESS_MS = 60_000
let working = 0
let pumping = false
const steps: Step[] = []
const onRest: (() => void)[] = []

class Step {
  run: (() => void) | null

  constructor(run: () => void) {
    this.run = run
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

globalThis.setImmediate = ((run: (...args: unknown[]) => void, ...args: unknown[]) =>
  enqueue(() => run(...args))) as unknown as typeof setImmediate
globalThis.clearImmediate = ((step: unknown) =>
  void (step instanceof Step && (step.run = null))) as typeof clearImmediate
// Dexie reports every write to other tabs, with real messages between real ports; there is no listener here.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

function enqueue(run: () => void): Step {
  const step = new Step(run)
  steps.push(step)
  if (!pumping) {
    pumping = true
    afterPromises(next)
  }
  return step
}

/** Code that waits by polling (an opening that is blocked) must not block the real timers. */
const STEPS_A_TURN = 2000
let taken = 0

// queueMicrotask would create an async resource for each call, for tools that trace them.
const DONE = Promise.resolve()
const afterPromises = (run: () => void) => void DONE.then(run)

// A tick requested by the last promise runs after all promises, and before any real timer or file operation.
const next = () => void ((taken += 1) % STEPS_A_TURN === 0 ? realSetImmediate(takeStep) : process.nextTick(takeStep))

function takeStep(): void {
  const step = steps.shift()
  pumping = steps.length > 0
  if (pumping) afterPromises(next)
  step?.run?.()
}

/** Counts real work (the server, a database) until it has ended. */
export async function busy<T>(work: Promise<T>): Promise<T> {
  working += 1
  try {
    return await work
  } finally {
    working -= 1
    if (working === 0) for (const rest of onRest.splice(0)) rest()
  }
}

/** Resolves once several turns in a row found nothing pending. */
export async function quiet(): Promise<void> {
  const since = performance.now()
  for (let turns = 0, looks = 1; turns < 2; looks++) {
    // While the server works there is nothing to check: polling would only take CPU time from it.
    if (working > 0) await new Promise<void>((resolve) => onRest.push(resolve))
    // Queues behind every waiting step; every 1000th look is a real turn, so that real events are handled.
    await new Promise<void>((resolve) => void (looks % 1000 === 0 ? realSetImmediate(resolve) : enqueue(resolve)))
    if (performance.now() - since > RESTLESS_MS)
      throw new Error(`No rest: ${steps.length} database steps and ${working} requests go on and on`)
    turns = steps.length === 0 && working === 0 ? turns + 1 : 0
  }
}
