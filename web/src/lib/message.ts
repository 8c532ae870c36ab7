import { isolated } from '../../../src/text/isolated.ts'
import { numberText, pluralRules } from './formats.ts'

/**
 * Messages in the style of ICU: `{name}`, `{n, plural, =0 {none} one {# coin} other {# coins}}` and
 * `{how, select, science {…} other {…}}`. A message is read once; what it says is a list of parts, so that a name in a
 * sentence can be
 * more than text.
 */
export type Node =
  | { text: string }
  | { value: string }
  | { number: true }
  | { choose: string; plural: boolean; cases: Record<string, Node[]> }

/** @throws SyntaxError if a brace is not closed or a choice has no `other`. */
export function parseMessage(source: string): Node[] {
  let at = 0

  function nodes(inPlural: boolean): Node[] {
    const found: Node[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') found.push({ text })
      text = ''
    }
    while (at < source.length && source[at] !== '}') {
      if (source[at] === '{') {
        flush()
        found.push(placeholder())
      } else if (inPlural && source[at] === '#') {
        flush()
        found.push({ number: true })
        at += 1
      } else {
        text += source[at]
        at += 1
      }
    }
    flush()
    return found
  }

  function placeholder(): Node {
    at += 1
    const [, name = '', kind] = take(/\s*([\w-]+)\s*(?:,\s*(plural|select)\s*,)?/y)
    if (kind === undefined) {
      take(/\}/y)
      return { value: name }
    }
    const cases: Record<string, Node[]> = {}
    for (let label = nextLabel(); label !== undefined; label = nextLabel()) {
      cases[label] = nodes(kind === 'plural')
      take(/\}/y)
    }
    take(/\s*\}/y)
    if (!cases.other) throw new SyntaxError(`a choice without other: ${source}`)
    return { choose: name, plural: kind === 'plural', cases }
  }

  function nextLabel(): string | undefined {
    const pattern = /\s*(=?[\w-]+)\s*\{/y
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match?.[1]
  }

  function take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (!match) throw new SyntaxError(`cannot be read at ${at}: ${source}`)
    at = pattern.lastIndex
    return match
  }

  const all = nodes(false)
  if (at < source.length) throw new SyntaxError(`cannot be read at ${at}: ${source}`)
  return all
}

/** A value in a sentence: text, a number, or something that the page draws in its own way. */
export type Value = string | number | object

/**
 * What a message says with these values, as parts in order. A value that is missing is shown by its name, in braces.
 */
export function format(
  nodes: readonly Node[],
  values: Readonly<Record<string, Value>>,
  lang: string,
  counted?: number,
): Value[] {
  return nodes.flatMap((node): Value[] => {
    if ('text' in node) return [node.text]
    if ('number' in node) return [numberText(counted ?? 0, lang)]
    if ('value' in node) {
      const value = values[node.value] ?? `{${node.value}}`
      if (typeof value === 'object') return [value]
      return [typeof value === 'number' ? numberText(value, lang) : isolated(value)]
    }
    const value = values[node.choose]
    const label = typeof value === 'number' && node.plural ? pluralLabel(node.cases, value, lang) : labelOf(value)
    const chosen = node.cases[label] ?? node.cases.other!
    return format(chosen, values, lang, node.plural ? Number(value) : counted)
  })
}

/** What a choice goes by; of more than text nothing can be chosen by. */
const labelOf = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : 'other'

function pluralLabel(cases: Record<string, Node[]>, value: number, lang: string): string {
  return cases[`=${value}`] ? `=${value}` : pluralRules(lang).select(value)
}

/** The names of the values that a message uses. */
export function namesIn(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if ('value' in node) names.add(node.value)
    else if ('choose' in node) {
      names.add(node.choose)
      for (const inner of Object.values(node.cases)) for (const name of namesIn(inner)) names.add(name)
    }
  }
  return names
}
