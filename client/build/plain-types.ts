import ts from 'typescript'

/**
 * Writes types out: what the server's sources derive from schemas becomes plain declarations, which need neither
 * the schemas nor their library. Descriptions of schemas and comments become comments. A type that is exported by
 * name is referred to by its name.
 */
export function plainTypes(program: ts.Program, file: string): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is not a module of the program`)

  const exported = checker.getExportsOfModule(module).map((symbol) => {
    const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return { name: symbol.name, declared, type: checker.getDeclaredTypeOfSymbol(declared) }
  })
  const printer = new Printer(checker)
  for (const { name, type } of exported) printer.name(type, name)
  return exported
    .map(
      ({ name, declared, type }) =>
        `${comment(docOf(checker, declared), '')}export type ${name} = ${printer.declaration(type, name)}\n`,
    )
    .join('\n')
}

const { TypeFlags } = ts
const SIMPLE =
  TypeFlags.Never |
  TypeFlags.Unknown |
  TypeFlags.String |
  TypeFlags.Number |
  TypeFlags.Boolean |
  TypeFlags.Null |
  TypeFlags.Undefined |
  TypeFlags.StringLiteral |
  TypeFlags.NumberLiteral |
  TypeFlags.BooleanLiteral

class Printer {
  readonly #checker: ts.TypeChecker
  readonly #names = new Map<ts.Type, string>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** From now on, this type is referred to by this name. The first name of a type counts. */
  name(type: ts.Type, name: string): void {
    if (!(type.flags & SIMPLE) && !this.#names.has(type)) this.#names.set(type, name)
  }

  /** What is declared under a name: the type written out, or its other name. */
  declaration(type: ts.Type, name: string): string {
    return this.#names.get(type) === name ? this.#written(type, '') : this.#print(type, '')
  }

  #print(type: ts.Type, indent: string): string {
    return this.#names.get(type) ?? this.#written(type, indent)
  }

  #written(type: ts.Type, indent: string): string {
    if (type.flags & SIMPLE) return this.#checker.typeToString(type)
    if (type.isUnion()) return this.#union(type, indent)
    if (this.#checker.isArrayType(type)) return this.#array(type, indent)
    if (type.flags & (TypeFlags.Object | TypeFlags.Intersection) && type.getCallSignatures().length === 0) {
      return this.#object(type, indent)
    }
    throw new Error(`This type cannot be written out: ${this.#checker.typeToString(type)}`)
  }

  #union(type: ts.UnionType, indent: string): string {
    const rest = this.#checker.getNonNullableType(type)
    if (rest !== type) {
      const others = type.types.filter(({ flags }) => flags & (TypeFlags.Null | TypeFlags.Undefined))
      return [rest, ...others].map((member) => this.#print(member, indent)).join(' | ')
    }
    const objects = type.types.every(({ flags }) => flags & TypeFlags.Object)
    if (!objects) return type.types.map((member) => this.#print(member, indent)).join(' | ')
    return type.types.map((member) => `\n${indent}  | ${this.#print(member, `${indent}    `)}`).join('')
  }

  #array(type: ts.Type, indent: string): string {
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference)
    const printed = this.#print(item!, indent)
    const readonly = type.symbol.name === 'ReadonlyArray' ? 'readonly ' : ''
    return /[|{\n]/.test(printed) && !printed.startsWith('{') ? `${readonly}(${printed})[]` : `${readonly}${printed}[]`
  }

  #object(type: ts.Type, indent: string): string {
    const inner = `${indent}  `
    const lines = [
      ...this.#checker
        .getIndexInfosOfType(type)
        .map(
          ({ keyType, type: value }) => `${inner}[key: ${this.#print(keyType, inner)}]: ${this.#print(value, inner)}\n`,
        ),
      ...type.getProperties().map((property) => this.#property(property, inner)),
    ]
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`
  }

  #property(property: ts.Symbol, indent: string): string {
    const type = this.#checker.getTypeOfSymbol(property)
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional)
    const printed = this.#print(type, indent)
    const name = /^([A-Za-z_]\w*|\d+)$/.test(property.name) ? property.name : `'${property.name}'`
    const value = optional ? printed.replace(/ \| undefined$/, '') : printed
    return `${comment(docOf(this.#checker, property), indent)}${indent}${name}${optional ? '?' : ''}: ${value}\n`
  }
}

/** What is said about a type or a field: in a comment, or in the description of its schema. */
function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const written = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const [declaration] = symbol.declarations ?? []
  if (written !== '' || !declaration) return written
  if (ts.isPropertyAssignment(declaration)) return described(declaration.initializer)
  const schema = ts.isTypeAliasDeclaration(declaration) && schemaOf(declaration.type)
  const of = schema && checker.getSymbolAtLocation(schema.exprName)
  if (!of) return ''
  const schemaSymbol = of.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(of) : of
  return ts.displayPartsToString(schemaSymbol.getDocumentationComment(checker))
}

/** The schema of `z.infer<typeof schema>` or `z.input<typeof schema>`, where the comment on the type is. */
function schemaOf(node: ts.TypeNode): ts.TypeQueryNode | undefined {
  if (!ts.isTypeReferenceNode(node) || !/^z\.(infer|input)$/.test(node.typeName.getText())) return undefined
  return node.typeArguments?.find(ts.isTypeQueryNode)
}

/** The text of `.describe('…')`, the last one, in a chain of calls that makes a schema. */
function described(expression: ts.Expression): string {
  for (let call = expression; ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression);) {
    const [text] = call.arguments
    if (call.expression.name.text === 'describe' && text) return literal(text)
    call = call.expression.expression
  }
  return ''
}

const literal = (text: ts.Expression): string => (ts.isStringLiteralLike(text) ? text.text : '')

const comment = (text: string, indent: string): string =>
  text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */\n`
