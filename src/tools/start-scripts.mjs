import path from 'node:path'
import { rewriteCode } from './rewrite-code.mjs'

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** The chunks that a start runs, by name, with everything they import: the entry at every start. */
const ENTRY = 'index'
/** At a driver's start. */
const DRIVER = 'driver-routes'

/** The page of everybody else: without the driver's scripts, which it fetches when the driver's part is imported. */
const COMMON_PAGE = 'common.html'

/**
 * Common pages of one address each, whose screen is known before anything has run: what that screen imports is fetched
 * beside the entry's scripts, two round trips earlier. By file: the chunks' names.
 */
const AHEAD = {
  'register.html': ['public-routes', 'register-screens'],
  'schedules.html': ['customer-routes'],
}

/** Names that can't be variables, and are short enough for a chunk to use as the name of an export. */
const RESERVED = /^(default|do|if|in|for|let|new|try|var)$/

/** The chunks of this build that became scripts. @type {Set<string>} */
const scripted = new Set()

/** They have run before any later chunk is fetched, so they are not preloaded with it. */
export const isScripted = (/** @type {string} */ file) => scripted.has(file)

const scriptOf = (/** @type {string} */ file) => file.replace(/-([\w-]{8}\.js)$/, '.start-$1')

/** @param {import('vite').Rolldown.OutputBundle} bundle */
const chunksOf = (bundle) => Object.values(bundle).filter((part) => part.type === 'chunk')

/** A chunk with everything it imports, each after its own imports. @param {Chunk[]} chunks @param {string} root */
function withImports(chunks, root) {
  /** @type {Set<Chunk>} */
  const found = new Set()
  const add = (/** @type {Chunk | undefined} */ chunk) => {
    if (!chunk || found.has(chunk)) return
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
    found.add(chunk)
  }
  add(chunks.find(({ name }) => name === root))
  return found
}

/**
 * The scripts of a driver's start in the order they are run, and which of them are the driver's alone.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function startOf(bundle) {
  const chunks = chunksOf(bundle)
  const everybodys = withImports(chunks, ENTRY)
  const drivers = new Set([...withImports(chunks, DRIVER)].filter((chunk) => !everybodys.has(chunk)))
  // The entry requires the others, so it is last.
  const start = [...everybodys, ...drivers].sort((a, b) => Number(a.name === ENTRY) - Number(b.name === ENTRY))
  return { start, drivers }
}

/**
 * Where a page that has not fetched the driver's scripts could reach a chunk that requires one of them.
 * @param {Chunk[]} chunks @param {Set<Chunk>} drivers
 * @returns {string | undefined} the two chunks' names
 */
function requiredTooEarly(chunks, drivers) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter(({ name }) => name === ENTRY))
  for (const chunk of reached) {
    for (const file of chunk.imports) {
      const needed = byFile.get(file)
      if (needed && drivers.has(needed)) return `${chunk.name} imports ${needed.name}`
      if (needed) reached.add(needed)
    }
    for (const file of chunk.dynamicImports) {
      const later = byFile.get(file)
      if (later && !drivers.has(later)) reached.add(later)
    }
  }
  return undefined
}

/**
 * Converts the chunks of every start to plain scripts. A browser compiles a plain script when the service worker caches
 * it, and stores the compiled code; a module is compiled when it first runs, which delays the first start after each
 * update by a quarter on a slow phone. Each script registers one chunk as a function that runs when it is first
 * required. A module remains under the chunk's own name and re-exports its exports for chunks that are loaded later.
 * Script and module depend only on the chunk's own content, as its name does: a phone keeps files that an update did
 * not change. Exports are read once the chunk has run; none changes later (import/no-mutable-exports).
 *
 * A second page, for everybody but drivers, contains the scripts of the entry alone and names the driver's in a meta
 * element: importing the driver's part there fetches them first. Copies of that page for single addresses fetch what
 * their screen imports ahead.
 * @returns {import('vite').Plugin[]}
 */
export const startScripts = () => [
  {
    name: 'bagrun:start-parts',
    apply: 'build',
    // A phone may have cached modules of the same content from before these scripts: a different hash keeps them apart.
    augmentChunkHash: () => 'start-scripts',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        scripted.clear()
        for (const { fileName } of startOf(bundle).start) scripted.add(fileName)
      },
    },
  },
  {
    name: 'bagrun:start-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { start, drivers } = startOf(bundle)
        const early = requiredTooEarly(chunksOf(bundle), drivers)
        if (early) {
          const why = `${early}, which only app/driver-part.ts may load on a page without the driver's scripts.`
          // The error of a later plugin, which finds no build, would hide this one.
          this.warn(why)
          this.error(why)
        }
        const names = new Map(start.map((chunk) => [chunk.fileName, chunk.name]))
        if (new Set(names.values()).size < start.length) this.error('Two chunks of the start have one name.')
        const isDrivers = (/** @type {string} */ name) => [...drivers].some((chunk) => chunk.name === name)
        for (const chunk of start) {
          const source = asScript(chunk, { names, isDrivers }, this.parse(chunk.code))
          this.emitFile({ type: 'asset', fileName: scriptOf(chunk.fileName), source })
          chunk.code = asModule(chunk)
        }
        const page = bundle['index.html']
        if (page?.type !== 'asset') this.error('The build has no index.html.')
        const html = String(page.source)
        page.source = withScripts(html, start)
        const source = commonPage(html, start, drivers)
        this.emitFile({ type: 'asset', fileName: COMMON_PAGE, source })
        for (const [fileName, roots] of Object.entries(AHEAD))
          this.emitFile({ type: 'asset', fileName, source: withAhead(source, chunksOf(bundle), roots) })
        edit(bundle, '.vite/manifest.json', (text) => {
          const graph = JSON.parse(text)
          for (const part of Object.values(graph)) if (names.has(part.file)) part.file = scriptOf(part.file)
          return JSON.stringify(graph)
        })
      },
    },
  },
]

/**
 * @param {import('vite').Rolldown.OutputBundle} bundle @param {string} file
 * @param {(text: string) => string} change
 */
function edit(bundle, file, change) {
  const asset = bundle[file]
  if (asset?.type === 'asset') asset.source = change(String(asset.source))
}

// Deferred scripts are fetched with low priority; the page needs these first.
const tagOf = (/** @type {Chunk} */ { fileName }) =>
  `<script defer fetchpriority="high" src="/${scriptOf(fileName)}"></script>`

/** @param {string} html @param {Chunk[]} start */
const withScripts = (html, start) => html.replace(/<script type="module"[^>]*><\/script>/, start.map(tagOf).join(''))

/** @param {string} html @param {Chunk[]} start @param {Set<Chunk>} drivers */
function commonPage(html, start, drivers) {
  const later = [...drivers].map(({ fileName }) => `/${scriptOf(fileName)}`).join(' ')
  return withScripts(
    html
      .replace(/\s*<link rel="preload" as="style"[^>]*>/g, '')
      .replace('</head>', `<meta name="later" content="${later}"></head>`),
    start.filter((chunk) => !drivers.has(chunk)),
  )
}

/** @param {string} html @param {Chunk[]} chunks @param {string[]} roots */
function withAhead(html, chunks, roots) {
  const ahead = new Set(roots.flatMap((root) => [...withImports(chunks, root)]))
  const links = [...ahead].flatMap(({ fileName, viteMetadata }) => [
    `<link rel="modulepreload" crossorigin href="/${fileName}">`,
    ...[...(viteMetadata?.importedCss ?? [])].map(
      (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
    ),
  ])
  return html.replace('</head>', `${links.filter((link) => !html.includes(hrefOf(link))).join('')}</head>`)
}

const hrefOf = (/** @type {string} */ link) => /href="[^"]*"/.exec(link)?.[0] ?? link

/**
 * Begins the first script. `bagrun(name)` runs a chunk when it is first required. `bagrun["@later"](name)` fetches the
 * driver's scripts before, where the page does not contain them; after a failure the next call fetches them again.
 */
const BEGIN = [
  'globalThis.bagrun=k=>{let p=bagrun[k];return typeof p=="function"?bagrun[k]=p():p};',
  '{let asked;',
  'let get=()=>Promise.all((document.querySelector("meta[name=later]")?.content.split(" ")??[]).map(src=>new Promise((done,failed)=>',
  'document.head.append(Object.assign(document.createElement("script"),{src,async:false,onload:done,onerror:()=>failed(Error("Not loaded: "+src))})))));',
  'bagrun["@later"]=async k=>{await(asked??=get().catch(e=>{asked=void 0;throw e}));return bagrun(k)}}',
].join('')

/**
 * @param {Chunk} chunk
 * @param {{ names: Map<string, string>, isDrivers: (name: string) => boolean }} parts names by file
 * @param {unknown} program its parsed code
 */
function asScript({ code, fileName, name }, { names, isDrivers }, program) {
  const partAt = (/** @type {string | undefined} */ source) =>
    names.get(path.posix.join(path.posix.dirname(fileName), source ?? ''))
  const body = rewriteCode(code, program, (node) => textOf(node, { partAt, isDrivers }))
  const begin = name === 'rolldown-runtime' ? BEGIN : ''
  // The comment makes a browser without compiled code compile all functions in the background while the script arrives.
  return `//# allFunctionsCalledOnLoad\n"use strict";${begin}bagrun["${name}"]=()=>{${body}\n};${name === ENTRY ? `bagrun("${name}")` : ''}`
}

/**
 * Replaces syntax that only a module may contain.
 * @param {any} node
 * @param {{ partAt: (source: string | undefined) => string | undefined, isDrivers: (name: string) => boolean }} parts
 */
function textOf(node, { partAt, isDrivers }) {
  switch (node.type) {
    case 'ImportDeclaration':
      return `const{${node.specifiers.map((/** @type {any} */ { imported, local }) => `${imported.name}:${local.name}`)}}=bagrun("${partAt(node.source.value)}");`
    case 'ExportNamedDeclaration':
      return `return{${node.specifiers.map((/** @type {any} */ { exported, local }) => `${exported.name}:${local.name}`)}}`
    case 'MetaProperty':
      return node.meta.name === 'import' ? '({url:location.href})' : undefined
    case 'ImportExpression': {
      const part = partAt(node.source.value ?? node.source.quasis?.[0]?.value.cooked)
      if (part === undefined) return undefined
      return isDrivers(part) ? `bagrun["@later"]("${part}")` : `Promise.resolve().then(()=>bagrun("${part}"))`
    }
    default:
      return undefined
  }
}

/** @param {Chunk} chunk */
function asModule({ name, exports }) {
  const taken = exports.map((exported, at) =>
    RESERVED.test(exported) ? [`${exported}:$${at}`, `$${at} as ${exported}`] : [exported, exported],
  )
  return `const{${taken.map(([local]) => local)}}=bagrun("${name}");export{${taken.map(([, given]) => given)}}`
}
