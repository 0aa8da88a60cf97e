/** What other features may use (architecture.md, "The server's features"). */

export { isOpenPayout, openPayouts } from './open-payouts-reads.ts'
