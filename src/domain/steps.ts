/** A long computation that stops between its steps, so that a server may do other work. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Its result, without stopping. */
export function withoutStops<T>(computation: Steps<T>): T {
  for (;;) {
    const step = computation.next()
    if (step.done) return step.value
  }
}
