/**
 * fake-indexeddb clones every key and row by structuredClone, which in Node serialises through a message port each
 * time. Plain data is copied by hand, with the same result; anything else still uses structuredClone.
 */
const whole = globalThis.structuredClone
/** Deeper than any row of ours: structuredClone handles cyclic data. */
const DEEPEST = 32

globalThis.structuredClone = (<T>(value: T, options?: StructuredSerializeOptions): T =>
  options === undefined ? (copyOf(value, 0) as T) : whole(value, options)) as typeof structuredClone

function copyOf(value: unknown, depth: number): unknown {
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null ||
    value === undefined
  )
    return value
  if (typeof value !== 'object' || depth > DEEPEST) return whole(value)
  if (Array.isArray(value)) return value.map((one) => copyOf(one, depth + 1))
  if (value instanceof ArrayBuffer) return value.slice(0)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return whole(value)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key], depth + 1)
  return copy
}
