export { kindOf, nameOf, termsOf } from './method-letters.ts'
export { takeMethodEvent } from './method-events.ts'
export {
  end as endMethod,
  endByItself,
  endMethodsOf,
  pauseByItself,
  pauseOwn,
  removeMethod,
  resumeMethod,
  takeDecline,
} from './methods-commands.ts'
export {
  autopayIsOn,
  isUnderWay,
  isCharged,
  maySetUp,
  methodByID,
  methodInUse,
  type MethodRow,
  type Mode,
  openSetup,
  payerOf,
} from './methods-reads.ts'
export { consentOf, finishSetup, setUpMethod } from './setup-commands.ts'
