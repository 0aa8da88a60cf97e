import { makeDemoData } from '../support/browser/live-demo.ts'

/** The demo business is made before the first test, unless an earlier run has kept it. */
export default makeDemoData
