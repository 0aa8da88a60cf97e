import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+[ ,]/.test(line))
  .map((line) => line.split(' | '))

test('Every test that docs/security.md names is there, under its title', () => {
  const named = [...read('docs/security.md').matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ file, title }) => !existsSync(path.join(ROOT, file)) || !read(file).includes(title))).toEqual(
    [],
  )
})

test('Each requirement is listed once, in order, and says where it is not or only partly met', () => {
  const numbers = rows.flatMap(([first = '']) => first.replace('| ', '').split(', '))
  const inOrder = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  expect(numbers).toHaveLength(180)
  expect(numbers).toEqual(inOrder)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(rows.filter((cells) => cells.length !== 4 || !['', 'partly', 'not'].includes(cells[2] ?? '-'))).toEqual([])
})

test('Each requirement has an explanation', () => {
  expect(rows.filter(([, how = '']) => !/\w/.test(how))).toEqual([])
})

test('Every variable that a document tells the operator to set is in .env.example', () => {
  const known = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const told = [...read('docs/security.md').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)/g)].map(([, name]) => name)
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter((name) => !known.has(name))).toEqual([])
})

test('Every package the product runs with is named with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const licenceOf = (name: string) =>
    (JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }).license
  const lists = read('docs/licences.md').split('## Software')[1]!.split(/^- /m).slice(1)
  const named = lists.flatMap((list) => {
    const [, licence = '', names = ''] = /^\*\*(.+)\*\*:\s+([^]+)$/.exec(list.trim()) ?? []
    return names.split(/,\s+/).map((name) => `${name} ${licence}`)
  })
  const expected = Object.keys(dependencies).map((name) => `${name} ${licenceOf(name)}`)
  expect(named.toSorted()).toEqual(expected.toSorted())
})

/** The pages that comments cite by name, as `offline.md, "Sending"` or `domain.md 4, Generate`. */
const PAGES = path.join(ROOT, 'docs')
const SOURCES = ['src', 'sw', 'tests', '.dependency-cruiser.mjs', 'vite.config.ts', 'vitest.config.ts']

function sources(): { file: string; text: string }[] {
  const filesIn = (folder: string) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  const isFolder = (name: string) => path.extname(name) === ''
  return SOURCES.flatMap((name) => (isFolder(name) ? filesIn(name).map((file) => path.join(name, file)) : [name]))
    .filter((file) => /\.(ts|tsx|mjs|css|py)$/.test(file) && !file.includes('node_modules'))
    .map((file) => ({ file, text: read(file) }))
}

/** Headings, and the bold or code words or the number (M1) that begin a paragraph or a list entry. @param number only of this section */
function sectionsOf(page: string, number?: string): string[] {
  const whole = read(path.join('docs', page))
  const section = new RegExp(`^## ${number}\\. [^]*?(?=^## |(?![^]))`, 'm')
  const text = number === undefined ? whole : (section.exec(whole)?.[0] ?? '')
  return [...text.matchAll(/^(?:#{2,4} (.+)|[ \t]*(?:- |\d+\. )?(?:\*\*([^*]+)\*\*|`([\w-]+)`|(M\d+) ))/gm)].map(
    ([, heading, bold, code, rule]) => (heading ?? bold ?? code ?? rule ?? '').replace(/[.:]$/, ''),
  )
}

/** Joins a comment's lines into one. */
const inOneLine = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ')

/** The page, the numbers of its sections, and what follows. */
const CITE = /(?:docs\/)?\b((?:[a-z-]+\/)?[a-z][a-z-]*\.md)\b(?: (\d+(?:(?:, | and )\d+)*))?(?=([^]{0,80}))/g

/** Each wrong citation of a text, as it is written there. */
function wrongCites(text: string): string[] {
  return [...inOneLine(text).matchAll(CITE)].flatMap(([, page = '', numbers, behind = '']) => {
    const cite = `${page}${numbers === undefined ? '' : ` ${numbers}`}${behind.slice(0, 40)}`
    if (!existsSync(path.join(PAGES, page))) return [cite]
    const named = numbers?.split(/, | and /) ?? []
    if (named.some((number) => sectionsOf(page, number).length === 0)) return [cite]
    const inQuotes = /^[,:] "[^"]+"(?: and "[^"]+")*/.exec(behind)?.[0] ?? ''
    const quoted = [...inQuotes.matchAll(/"([^"]+)"/g)].map(([, section]) => section ?? '')
    const lead = named.length === 1 ? /^, ([A-Z][\w ]*|`[\w-]+`)/.exec(behind)?.[1]?.replaceAll('`', '') : undefined
    const wanted = lead === undefined ? quoted : [lead]
    // A comma must be followed by a section, or the citation can't be looked up.
    if (wanted.length === 0 && behind.startsWith(',')) return [cite]
    const there = sectionsOf(page, named.length === 1 ? named[0] : undefined)
    return wanted.every((section) => there.includes(section)) ? [] : [cite]
  })
}

test('Every page and section that a comment cites is in docs', () => {
  const all = sources()
  expect(all.filter(({ text }) => /\b(?:domain|offline|api)\.md\b/.test(text)).length).toBeGreaterThan(80)
  expect(all.flatMap(({ file, text }) => wrongCites(text).map((cite) => `${file}: ${cite}`))).toEqual([])
})

/** The numbers of rules in a text, with each of a range: M3, and P9, P10 and P11 of "P9-P11". */
const rulesIn = (text: string) =>
  [...text.matchAll(/(?<![\w.])([MP])(\d{1,2})(?:-[MP](\d{1,2}))?\b/g)].flatMap(([, kind, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${kind}${Number(from) + at}`),
  )

/** domain.md defines a rule where its number begins a list entry, or stands in brackets with other P numbers only. */
const RULES = [...read('docs/domain.md').matchAll(/^- [MP]\d[-, MP\d]* |\(P\d[-, P\d]*\)/gm)].flatMap(([given]) =>
  rulesIn(given),
)

const titlesOf = ({ file, text }: { file: string; text: string }) =>
  /^tests\b.*\.(?:test|long|proof|spec)\.tsx?$/.test(file)
    ? [...text.matchAll(/\(\s*(['`])([^'`\n]+)\1,/g)].map(([, , title = '']) => title)
    : []

test('Each numbered rule is in domain.md once, and has a test with its number in the title', () => {
  const numbers = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}${at + 1}`)
  expect(RULES.toSorted()).toEqual([...numbers('M', 25), ...numbers('P', 58)].toSorted())
  const named = new Set(sources().flatMap(titlesOf).flatMap(rulesIn))
  expect(RULES.filter((rule) => !named.has(rule))).toEqual([])
})

test('Every numbered rule that a comment or a title cites is in domain.md', () => {
  const cited = sources().flatMap(({ file, text }) =>
    [...[...text.matchAll(/^ *(?:\/?\*+|\/\/).*/gm)].map(([line]) => line), ...titlesOf({ file, text })]
      .flatMap(rulesIn)
      .map((rule) => ({ file, rule })),
  )
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ rule }) => !RULES.includes(rule))).toEqual([])
})

test('Every relative link of a page leads to a file of the repository', () => {
  const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const linksOf = (page: string) => [...read(path.join('docs', page)).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
  const links = pages.flatMap((page) => linksOf(page).map(([, link = '']) => ({ page, link })))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ page, link }) => !existsSync(path.join(PAGES, path.dirname(page), link)))).toEqual([])
})

test('The table of features in architecture.md has a row for each, and a mark where others may use it', () => {
  const features = (room: string) => readdirSync(path.join(ROOT, 'src', room, 'features'))
  const table = read('docs/architecture.md').split('\n## The features\n')[1]?.split('\n## ')[0] ?? ''
  const listed = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const withDoor = (name: string) =>
    existsSync(path.join(ROOT, 'src/server/features', name, 'public.ts')) ? `${name} +` : name
  expect(listed.map(([, server]) => server)).toEqual(features('server').toSorted().map(withDoor))
  const ofClient = listed
    .flatMap(([, , , client = '']) => client.replace(/ \([^)]*\)/g, '').split(', '))
    .filter(Boolean)
  expect([...new Set(ofClient)].toSorted()).toEqual(features('client').toSorted())
})
