import { removeDemoData } from '../support/browser/demo-data.ts'
import { makeDemoData } from '../support/browser/live-demo.ts'

/** The demo business is lived once for all test files; each takes its own copy. */
export default async function demoOnce(): Promise<() => void> {
  const folder = await makeDemoData()
  return () => removeDemoData(folder)
}
