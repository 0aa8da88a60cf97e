import path from 'node:path'
import { rewriteCode } from './rewrite-code.mjs'

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** The chunks that every start runs, by name, with everything they import. The first one is the entry. */
const ROOTS = ['index', 'driver-routes']

/** Names that can't be variables, and are short enough for a chunk to use as the name of an export. */
const RESERVED = /^(default|do|if|in|for|let|new|try|var)$/

/** The chunks of this build that became scripts. @type {Set<string>} */
const scripted = new Set()

/** They have run before any later chunk is fetched, so they are not preloaded with it. */
export const isScripted = (/** @type {string} */ file) => scripted.has(file)

const scriptOf = (/** @type {string} */ file) => file.replace(/-([\w-]{8}\.js)$/, '.start-$1')

/** @param {import('vite').Rolldown.OutputBundle} bundle @returns {Chunk[]} */
function startOf(bundle) {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  /** @type {Set<Chunk>} */
  const found = new Set()
  const add = (/** @type {Chunk | undefined} */ chunk) => {
    if (!chunk || found.has(chunk)) return
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
    found.add(chunk)
  }
  for (const root of ROOTS) add(chunks.find(({ name }) => name === root))
  // The entry requires the others, so it is last.
  return [...found].sort((a, b) => Number(a.name === ROOTS[0]) - Number(b.name === ROOTS[0]))
}

/**
 * Converts the chunks of every start to plain scripts. A browser compiles a plain script when the service worker caches
 * it, and stores the compiled code; a module is compiled when it first runs, which delays the first start after each
 * update by a quarter on a slow phone. Each script registers one chunk as a function that runs when it is first
 * required. A module remains under the chunk's own name and re-exports its exports for chunks that are loaded later.
 * Script and module depend only on the chunk's own content, as its name does: a phone keeps files that an update did
 * not change. Exports are read once the chunk has run; none changes later (import/no-mutable-exports).
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
        for (const { fileName } of startOf(bundle)) scripted.add(fileName)
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
        const start = startOf(bundle)
        const names = new Map(start.map((chunk) => [chunk.fileName, chunk.name]))
        if (new Set(names.values()).size < start.length) this.error('Two chunks of the start have one name.')
        const tags = start.map((chunk) => {
          const fileName = scriptOf(chunk.fileName)
          this.emitFile({ type: 'asset', fileName, source: asScript(chunk, names, this.parse(chunk.code)) })
          chunk.code = asModule(chunk)
          // Deferred scripts are fetched with low priority; the page needs these first.
          return `<script defer fetchpriority="high" src="/${fileName}"></script>`
        })
        edit(bundle, 'index.html', (html) => html.replace(/<script type="module"[^>]*><\/script>/, tags.join('')))
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

/**
 * @param {Chunk} chunk @param {Map<string, string>} names of the parts, by file
 * @param {unknown} program its parsed code
 */
function asScript({ code, fileName, name }, names, program) {
  const partAt = (/** @type {string | undefined} */ source) =>
    names.get(path.posix.join(path.posix.dirname(fileName), source ?? ''))
  const body = rewriteCode(code, program, (node) => textOf(node, partAt))
  const begin =
    name === 'rolldown-runtime'
      ? 'globalThis.bagrun=k=>{let p=bagrun[k];return typeof p=="function"?bagrun[k]=p():p};'
      : ''
  // The comment makes a browser without compiled code compile all functions in the background while the script arrives.
  return `//# allFunctionsCalledOnLoad\n"use strict";${begin}bagrun["${name}"]=()=>{${body}\n};${name === ROOTS[0] ? `bagrun("${name}")` : ''}`
}

/**
 * Replaces syntax that only a module may contain.
 * @param {any} node @param {(source: string | undefined) => string | undefined} partAt
 */
function textOf(node, partAt) {
  switch (node.type) {
    case 'ImportDeclaration':
      return `const{${node.specifiers.map((/** @type {any} */ { imported, local }) => `${imported.name}:${local.name}`)}}=bagrun("${partAt(node.source.value)}");`
    case 'ExportNamedDeclaration':
      return `return{${node.specifiers.map((/** @type {any} */ { exported, local }) => `${exported.name}:${local.name}`)}}`
    case 'MetaProperty':
      return node.meta.name === 'import' ? '({url:location.href})' : undefined
    case 'ImportExpression': {
      const part = partAt(node.source.value ?? node.source.quasis?.[0]?.value.cooked)
      return part === undefined ? undefined : `Promise.resolve().then(()=>bagrun("${part}"))`
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
