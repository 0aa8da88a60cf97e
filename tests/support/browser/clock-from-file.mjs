import { readFileSync } from 'node:fs'

// Loaded before the product: its clock goes on from the instant that the file names, as if it had been started then.
const Real = Date
const ahead = Real.parse(readFileSync(process.env.CLOCK_FILE, 'utf8')) - Real.now()
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + ahead] : given))
  }
  static now() {
    return Real.now() + ahead
  }
}
