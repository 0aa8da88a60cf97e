// The thread in which PDFs are made. It is plain JavaScript, because Node starts it from this file in development,
// tests and production; package-root.ts finds it, and no bundler touches it.
import { parentPort } from 'node:worker_threads'
import { PdfFile } from './pdf-file.mjs'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
/** @type {PdfFile | null} */
let file = null

/** @param {import('../orders.ts').PdfOrder} order @returns {Promise<import('../orders.ts').PdfReport>} */
async function obey(order) {
  if (order.type === 'open') file = new PdfFile(order)
  if (file === null) throw new Error('No file is open')
  if (order.type === 'print') file.print(order.printouts)
  if (order.type !== 'finish') return { type: 'done' }
  const bytes = await file.finish()
  file = null
  return { type: 'file', bytes }
}

port.on('message', async (/** @type {import('../orders.ts').PdfOrder} */ order) => {
  try {
    port.postMessage(await obey(order))
  } catch (error) {
    file = null
    const reason = error instanceof Error ? error.message : String(error)
    port.postMessage({ type: 'failed', reason })
  }
})
