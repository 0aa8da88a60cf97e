import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium, noChromium } from './shared/chromium.mjs'
import { ROOT } from './shared/root.mjs'

const FOLDER = path.join(ROOT, 'public', 'icons')

/** The drawing without its rounded background, for masks that cut their own shape. */
const bare = (/** @type {string} */ svg) => svg.replace(/<rect[^>]*\/>/, '')

/**
 * One colour on a transparent background, with the tick cut out, because the phone uses only a badge's transparency.
 */
const oneColour = (/** @type {string} */ svg) => {
  const [tick] = /<path[^>]*stroke=[^>]*\/>/.exec(svg) ?? ['']
  const shapes = bare(svg)
    .replace(tick, '')
    .replace(/fill="#a9f0c8"/, 'fill="#fff"')
    .replace(/<svg[^>]*>|<\/svg>/g, '')
  const mask = `<mask id="cut"><rect width="512" height="512" fill="#fff"/>${tick.replace(/stroke="[^"]*"/, 'stroke="#000"')}</mask>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="64 48 384 416">${mask}<g mask="url(#cut)">${shapes}</g></svg>`
}

/**
 * Draws the manifest's PNGs from public/icons/icon.svg, the only source. Run it when that changes: `npm run icons`.
 */
async function drawIcons() {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error(noChromium())
  const { chromium } = await import('@playwright/test')
  const svg = readFileSync(path.join(FOLDER, 'icon.svg'), 'utf8')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  mkdirSync(FOLDER, { recursive: true })
  /**
   * @param {string} name @param {number} size @param {string} drawing @param {string} ground
   * @param {number} share of the side the drawing takes
   */
  const draw = async (name, size, drawing, ground, share) => {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const side = Math.round(size * share)
    await page.setContent(
      `<style>*{margin:0}body{width:${size}px;height:${size}px;background:${ground};display:grid;place-items:center}svg{width:${side}px;height:${side}px}</style>${drawing}`,
    )
    await page.screenshot({ path: path.join(FOLDER, name), omitBackground: true })
    await page.close()
  }
  await draw('icon-192.png', 192, svg, 'transparent', 1)
  await draw('icon-512.png', 512, svg, 'transparent', 1)
  // A mask may cut to the inner 80 %: the drawing stays inside it.
  await draw('maskable-192.png', 192, bare(svg), '#0b5d3b', 0.82)
  await draw('maskable-512.png', 512, bare(svg), '#0b5d3b', 0.82)
  await draw('apple-touch-180.png', 180, bare(svg), '#0b5d3b', 0.94)
  await draw('badge-96.png', 96, oneColour(svg), 'transparent', 1)
  await browser.close()
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await drawIcons()
