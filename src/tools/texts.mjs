import { readFileSync } from 'node:fs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const { values } = readOptions({
  command: 'npm run texts --',
  does: 'Prints every sentence of the screens; with a translation what it lacks, and exits with 1 if it lacks any.',
  options: { translation: { value: 'FILE', says: 'a JSON object of translations by sentence' } },
})
await ensureInstalled({ dev: true })
const { collectTexts } = await import('./shared/texts.mjs')
const sentences = [...new Set(collectTexts().texts.flatMap((text) => text.sentences))].toSorted()
/** @type {Record<string, string>} */
const translation = values['translation'] === undefined ? {} : JSON.parse(readFileSync(values['translation'], 'utf8'))
const lacking = sentences.filter((sentence) => !Object.hasOwn(translation, sentence))
for (const sentence of lacking) console.log(JSON.stringify(sentence))
if (values['translation'] !== undefined && lacking.length > 0) process.exitCode = 1
