export { isOpenPayout, openPayouts } from './open-payouts-reads.ts'
