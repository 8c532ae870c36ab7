import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startOwnServer } from '../demo/own-server.ts'

// Keeps the documents of this state as those of the release, before `npm run release`: npm run docs:released
// test/http/compatibility.test.ts compares later ones with them.

const FOLDER = fileURLToPath(new URL('../../docs/released/', import.meta.url))
const DOCUMENTS = { 'openapi.json': '/docs/json', 'asyncapi.json': '/docs/asyncapi.json' }

const server = await startOwnServer()
try {
  await mkdir(FOLDER, { recursive: true })
  for (const [file, path] of Object.entries(DOCUMENTS)) {
    const document: unknown = await (await fetch(server.url + path)).json()
    await writeFile(FOLDER + file, `${JSON.stringify(document)}\n`)
    console.log(`docs/released/${file}`)
  }
} finally {
  await server.close()
}
