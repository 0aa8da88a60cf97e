import { sourceModule } from './source-module.mjs'

/** The server to which fuzz.mjs sends large requests, on the named database. */
const { serveUnderLoad } = await sourceModule('tests', 'server', 'fuzz', 'load', 'server-process.ts')
await serveUnderLoad(process.argv[2])
