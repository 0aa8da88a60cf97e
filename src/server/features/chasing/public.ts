export { mayLeave } from './chase-commands.ts'
export { endHolds, liftHold } from './holds-commands.ts'
