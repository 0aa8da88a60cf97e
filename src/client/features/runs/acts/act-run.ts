import type { Run } from '#contract/v1/runs.ts'

/** The run an act is done to, as the page shows it: its version is what was looked at when it was decided. */
export type ActRun = Pick<Run, 'runOrderID' | 'readableID' | 'version'>
