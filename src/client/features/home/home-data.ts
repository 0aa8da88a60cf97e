import type { Home } from '#contract/v1/home.ts'

/** Refetch interval while Home is visible, ms. */
export const LIVE_MS = 30_000

export type HomeRun = Home['runs'][number]
