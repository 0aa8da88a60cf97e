import path from 'node:path'
import { newFolder, removeDemoData, WHERE } from './demo-data.ts'
import { startProduct } from './product.ts'

/** Runs the demo business in a data folder and closes it. @returns the folder, which later processes find by WHERE */
export async function makeDemoData(): Promise<string> {
  const folder = newFolder()
  try {
    const product = await startProduct({ dataDir: path.join(folder, 'd'), entry: 'demo' })
    await product.stop()
  } catch (error) {
    removeDemoData(folder)
    throw error
  }
  process.env[WHERE] = folder
  return folder
}
