// Runs each generator over the documents of a folder, into a folder of its own: node generate.js DOCUMENTS OUT
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TypeScriptGenerator } from '@asyncapi/modelina'
import { Parser } from '@asyncapi/parser'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'

const [documents, out] = process.argv.slice(2)
const OPENAPI = join(documents, 'openapi.json')
const openapi = JSON.parse(await readFile(OPENAPI, 'utf8'))

/** The AsyncAPI document, as its parser reads it. @throws Error if the parser finds fault with it */
async function asyncapi() {
  const { document, diagnostics } = await new Parser().parse(await readFile(join(documents, 'asyncapi.json'), 'utf8'))
  // It has the last version that modelina reads.
  const faults = diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return document
}

/** Types of all schemas of the OpenAPI document: quicktype reads JSON Schema. */
async function withQuicktype(folder, lang, file, rendererOptions) {
  const text = JSON.stringify(openapi.components.schemas).replaceAll('#/components/schemas/', '#/definitions/')
  const definitions = JSON.parse(text)
  const all = Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }])
  const schema = JSON.stringify({ definitions, type: 'object', properties: Object.fromEntries(all) })
  const input = new JSONSchemaInput(undefined)
  await input.addSource({ name: 'All', schema })
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang, rendererOptions, combineClasses: false })
  await writeFile(join(folder, file), lines.join('\n'))
}

const GENERATORS = {
  'openapi-typescript': async (folder) => {
    const types = await openapiTypes(openapi, { defaultNonNullable: false })
    await writeFile(join(folder, 'openapi.ts'), astToString(types))
  },
  'hey-api': (folder) => createClient({ input: OPENAPI, output: folder, logs: { level: 'error' } }),
  orval: (folder) =>
    generate({ input: { target: OPENAPI }, output: { target: join(folder, 'curia.ts'), client: 'fetch' } }),
  modelina: async (folder) => {
    const generator = new TypeScriptGenerator({ modelType: 'interface', enumType: 'union', rawPropertyNames: true })
    const models = await generator.generateCompleteModels(await asyncapi(), { exportType: 'named' })
    for (const { modelName, result } of models) await writeFile(join(folder, `${modelName}.ts`), result)
  },
  'quicktype-typescript': (folder) => withQuicktype(folder, 'typescript', 'curia.ts', {}),
  'quicktype-go': (folder) => withQuicktype(folder, 'go', 'curia.go', { package: 'curia' }),
}

for (const [name, run] of Object.entries(GENERATORS)) {
  const folder = join(out, name)
  await mkdir(folder, { recursive: true })
  await run(folder)
}
