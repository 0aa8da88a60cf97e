import path from 'node:path'
import { newFolder, removeDemoData, WHERE } from './demo-data.ts'
import { startProduct } from './product.ts'

/** Lives the demo business into a data folder, and leaves it closed. @returns the folder; later processes find it too */
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
