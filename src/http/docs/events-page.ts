import { escapeHtml } from '../html.ts'
import type { Json, JsonObject } from './json.ts'
import { componentOf, isObject } from './json.ts'

export const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #222; background: #fff }
h2 { margin-top: 3rem } h3 { margin: 2rem 0 0.25rem } code { font: 0.9em ui-monospace, monospace }
ul { margin: 0.25rem 0 } a { color: #135 } small { color: #555 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } a { color: #9cf } small { color: #aaa } }
`

/** A page that shows an AsyncAPI document to people: events, answers and the schemas that they refer to. */
export function eventsPage(document: JsonObject): string {
  const { info, operations, components } = document as Record<string, JsonObject>
  const messages = components!.messages as Record<string, JsonObject>
  const shown = ({ payload }: JsonObject): string =>
    fields((components!.schemas as JsonObject)[componentOf(payload as JsonObject)!]!)
  const byAction = (action: string): string =>
    Object.entries(operations as Record<string, JsonObject>)
      .filter(([, operation]) => operation.action === action)
      .map(([id, { title, summary }]) => {
        const reply = messages[`${id}Reply`]
        const answer = reply ? `<p>Acknowledged with:</p>${shown(reply)}` : ''
        return `<h3 id="${id}"><code>${text(title)}</code></h3><p>${text(summary)}</p>${shown(messages[id]!)}${answer}`
      })
      .join('\n')
  const schemas = Object.entries(components!.schemas as JsonObject)
    .map(([name, schema]) => `<h3 id="schema-${name}">${text(name)}</h3>${fields(schema)}`)
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info!.title)}: events of the socket</title><style>${STYLE}</style></head><body>
<h1>${text(info!.title)}: events of the socket</h1>
${paragraphs(info!.description)}
<p>As a document for machines: <a href="/docs/asyncapi.json">AsyncAPI 3</a>. The HTTP routes: <a href="/docs/">OpenAPI</a>.</p>
<h2>Events that a client sends</h2>
${byAction('receive')}
<h2>Events that the server sends</h2>
${byAction('send')}
<h2>Schemas</h2>
${schemas}
</body></html>
`
}

const plain = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value))
const text = (value: Json | undefined): string => escapeHtml(plain(value))
/** Text with code between backticks. */
const prose = (value: Json | undefined): string => text(value).replace(/`([^`]+)`/g, '<code>$1</code>')
const paragraphs = (value: Json | undefined): string =>
  plain(value)
    .split('\n\n')
    .map((paragraph) => `<p>${prose(paragraph)}</p>`)
    .join('\n')

/** The fields of an object, or what else a schema is. */
function fields(schema: Json): string {
  if (!isObject(schema)) return ''
  const { properties, required } = schema
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf
  if (componentOf(schema) === null && Array.isArray(alternatives)) {
    const joint = schema.allOf ? 'all of' : 'one of'
    return `<p>${joint}:</p><ul>${alternatives.map((each) => `<li>${fields(each)}</li>`).join('')}</ul>`
  }
  if (!isObject(properties)) return `<p>${typeOf(schema)}</p>`
  const needed = new Set(Array.isArray(required) ? (required as string[]) : [])
  const rows = Object.entries(properties).map(([name, field]) => {
    const description = isObject(field) && typeof field.description === 'string' ? `: ${prose(field.description)}` : ''
    const optional = needed.has(name) ? '' : ' <small>optional</small>'
    const inner = isObject(field) && isObject(field.properties) ? fields(field) : ''
    return `<li><code>${text(name)}</code> ${typeOf(field)}${optional}${description}${inner}</li>`
  })
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>An empty object</p>'
}

/** What a schema is, in a few words. */
function typeOf(schema: Json): string {
  if (!isObject(schema)) return 'anything'
  const component = componentOf(schema)
  if (component !== null) return `<a href="#schema-${component}">${text(component)}</a>`
  const { type, items, additionalProperties, allOf } = schema
  // A reference with a description next to it.
  if (Array.isArray(allOf) && allOf.length === 1) return typeOf(allOf[0]!)
  if ('const' in schema) return `<code>${text(JSON.stringify(schema.const))}</code>`
  if (Array.isArray(schema.enum))
    return schema.enum.map((each) => `<code>${text(JSON.stringify(each))}</code>`).join(' or ')
  const alternatives = schema.oneOf ?? schema.anyOf
  if (Array.isArray(alternatives)) return alternatives.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? true)}`
  if (type === 'object' && isObject(additionalProperties)) return `map of ${typeOf(additionalProperties)}`
  return Array.isArray(type) ? type.map(text).join(' or ') : text(type ?? 'anything')
}
