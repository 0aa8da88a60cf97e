import { removeDemoData } from '../support/browser/demo-data.ts'
import { makeDemoData } from '../support/browser/live-demo.ts'

/** The demo business is created once for all test files; each uses its own copy. */
export default async function demoOnce(): Promise<() => void> {
  const folder = await makeDemoData()
  return () => removeDemoData(folder)
}
