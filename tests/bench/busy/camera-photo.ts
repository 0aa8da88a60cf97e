import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'
import { openBrowser } from '../support/chromium.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'

/** A photo as a phone's camera writes it, 4032 × 3024: one of the demo's pictures with the noise of a small sensor. */
export async function cameraPhoto(file: string): Promise<void> {
  const folder = newFolder()
  const browser = await openBrowser(path.join(folder, 'p'))
  try {
    const picture = readFileSync(path.join(packageRoot(), 'src/server/demo/photos/full-bag.jpg')).toString('base64')
    const made = await browser.page.evaluate(async (picture) => {
      const canvas = new OffscreenCanvas(4032, 3024)
      const drawing = canvas.getContext('2d')!
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      drawing.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })), 0, 0, 4032, 3024)
      const pixels = drawing.getImageData(0, 0, 4032, 3024)
      let state = 1
      for (let at = 0; at < pixels.data.length; at += 4) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0
        const grain = ((state >>> 24) & 15) - 8
        for (let part = 0; part < 3; part += 1) pixels.data[at + part] = pixels.data[at + part]! + grain
      }
      drawing.putImageData(pixels, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
      let text = ''
      const all = new Uint8Array(await blob.arrayBuffer())
      for (let at = 0; at < all.length; at += 0x8000) text += String.fromCharCode(...all.subarray(at, at + 0x8000))
      return btoa(text)
    }, picture)
    writeFileSync(file, Buffer.from(made, 'base64'))
  } finally {
    await browser.close()
    removeFolder(folder)
  }
}
