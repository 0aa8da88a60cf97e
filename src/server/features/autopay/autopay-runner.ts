import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import { careForMethods } from './care-commands.ts'
import { chargeDue, followCharges } from './charge-commands.ts'
import { type Needs, planCharges } from './plan-commands.ts'

const LOOK_EVERY_MS = 60_000

/**
 * Plans and announces charges, makes those whose day has come, and follows those that are not decided. Any number of
 * servers may do it at once, and any may be killed at any moment. @returns how many charges were decided
 */
export async function runAutopay(deps: Needs, goOn: () => boolean = () => true): Promise<number> {
  await careForMethods(deps, goOn)
  await followCharges(deps, goOn)
  await planCharges(deps, goOn)
  return chargeDue(deps, goOn)
}

/** Looks every minute. `stop` waits for the step in progress. */
export function startAutopayRunner(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'automatic payments could not be made',
    works: { autopay: (goOn) => runAutopay(deps, goOn) },
  })
}
