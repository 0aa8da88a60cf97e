import { makeDemoData, removeDemoData } from '../support/browser/demo-data.ts'

/** The demo business is lived once for all test files; each takes its own copy. */
export default async function demoOnce(): Promise<() => void> {
  const folder = await makeDemoData()
  return () => removeDemoData(folder)
}
