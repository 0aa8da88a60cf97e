/**
 * Knows when nothing more will happen by itself, so that a virtual clock may move on: no request is with the server, and no
 * database step of fake-indexeddb waits (it takes its steps with setImmediate).
 */
const realSetImmediate = globalThis.setImmediate
/** Real time after which something must be turning in circles. */
const RESTLESS_MS = 60_000
let waiting = 0
let working = 0
const onRest: (() => void)[] = []

globalThis.setImmediate = ((run: (...args: unknown[]) => void, ...args: unknown[]) => {
  waiting += 1
  return realSetImmediate(() => {
    waiting -= 1
    run(...args)
  })
}) as typeof setImmediate

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

/** Resolves once several turns in a row found nothing going on. */
export async function quiet(): Promise<void> {
  const since = performance.now()
  for (let turns = 0; turns < 3; ) {
    // While the server works there is nothing to look at: turning in the meantime would only take its time away.
    if (working > 0) await new Promise<void>((resolve) => onRest.push(resolve))
    await new Promise<void>((resolve) => realSetImmediate(resolve))
    if (performance.now() - since > RESTLESS_MS) throw new Error(`No rest: ${waiting} database steps and ${working} requests go on and on`)
    turns = waiting === 0 && working === 0 ? turns + 1 : 0
  }
}
