import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../ports.ts'

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => wait(ms) }
