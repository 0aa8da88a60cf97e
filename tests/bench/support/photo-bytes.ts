import { jpeg } from '../../fixtures/jpeg.ts'

/** A JPEG of incompressible bytes, different for every `seed`. @param size bytes */
export function photoBytes(size: number, seed: number): ArrayBuffer {
  const bytes = new Uint8Array(size)
  let state = (seed + 1) * 2654435761
  for (let at = 0; at < size; at += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    bytes[at] = state >>> 24
  }
  return jpeg({ size, fill: (at) => bytes[at]! }).buffer
}
