import type { Run } from '#contract/v1/runs.ts'

/** The run of a command, as the page shows it; its version is the one the user was looking at. */
export type ActRun = Pick<Run, 'runOrderID' | 'readableID' | 'version'>
