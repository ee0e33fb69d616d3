import { required } from '@adsite/contract'
import type { Node } from 'oxc-parser'
import type { Module } from './declarations.ts'

// Turns a declaration as the compiler wrote it into a short signature: names without the module they come from, valibot's
// schemas as the types that they describe, and texts in two languages as `Text`.

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The nodes directly below a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .toSorted((a, b) => a.start - b.start)
}

interface Reference {
  readonly name: string
  readonly args: readonly Node[]
}

/** `v.StringSchema<string>`, `import("valibot").StringSchema<string>` and `StringSchema<string>` alike. */
function referenceOf(node: Node): Reference | null {
  const named = node.type === 'TSTypeReference' ? node.typeName : node.type === 'TSImportType' ? node.qualifier : null
  if (!named) return null
  const args = ('typeArguments' in node && node.typeArguments?.params) || []
  if (named.type === 'Identifier') return { name: named.name, args }
  const isOfValibot = named.type === 'TSQualifiedName' && 'name' in named.left && named.left.name === 'v'
  return isOfValibot ? { name: named.right.name, args } : null
}

const withoutReadonly = (node: Node): Node => (node.type === 'TSTypeOperator' ? node.typeAnnotation : node)

const basic: Readonly<Record<string, string>> = {
  StringSchema: 'string',
  NumberSchema: 'number',
  BooleanSchema: 'boolean',
  UnknownSchema: 'unknown',
  NullSchema: 'null',
}

/** `Pick<{ readonly name: StringSchema<undefined> }, 'name'>`: what may stand around the schemas of an object's entries. */
const holdsEntries: ReadonlySet<string> = new Set([
  'TSIntersectionType',
  'TSPropertySignature',
  'TSTypeAnnotation',
  'TSTypeLiteral',
  'TSTypeParameterInstantiation',
  'TSTypeReference',
])

/** Prints the nodes of one module. */
export function printer({ text }: Pick<Module, 'text'>): (node: Node) => string {
  /** The type that a schema describes; null: the node is no schema. */
  function described(node: Node): string | null {
    const picked = node.type === 'TSIntersectionType' ? entriesOf(node.types) : null
    if (picked) return entries(picked)
    const reference = referenceOf(node)
    if (!reference) return null
    const { name, args } = reference
    if (basic[name]) return basic[name]
    // `extends GenericSchema`: any schema.
    const [first, second] = args
    if (!first) return null
    const inner = (arg: Node) => described(arg) ?? print(arg)
    switch (name) {
      case 'GenericSchema':
      case 'LiteralSchema':
        return print(first)
      case 'PicklistSchema':
        return choices(first)
      case 'ArraySchema':
        return `Array<${inner(first)}>`
      case 'NullableSchema':
        return `${inner(first)} | null`
      case 'OptionalSchema':
        return `${inner(first)} | undefined`
      case 'RecordSchema':
        return `Record<${inner(first)}, ${inner(required(second, 'the schema of the values of a RecordSchema'))}>`
      case 'ObjectSchema':
      case 'StrictObjectSchema':
      case 'LooseObjectSchema':
        return entries(first)
      case 'SchemaWithPipe':
        return piped(first)
      default:
        return null
    }
  }

  /** What `v.pick` and `v.omit` leave of a schema: `Omit<ObjectSchema<…>, …> & { entries: …; '~run': … }`. */
  function entriesOf(types: readonly Node[]): Node | null {
    for (const type of types) {
      if (type.type !== 'TSTypeLiteral') continue
      const member = type.members.find((each) => each.type === 'TSPropertySignature' && 'name' in each.key && each.key.name === 'entries')
      if (member?.type === 'TSPropertySignature' && member.typeAnnotation) return member.typeAnnotation.typeAnnotation
    }
    return null
  }

  /** Entries of an object's schema, each as the type that it describes. */
  function entries(node: Node): string {
    const printed = splice(node, (child) => described(child) ?? (holdsEntries.has(child.type) ? entries(child) : print(child)))
    return node.type === 'TSPropertySignature' ? printed.replace(/^readonly /u, '') : printed
  }

  /** The choices of a picklist, whose type is a tuple of them, `[Choice, ...Choice[]]` or an array. */
  function choices(node: Node): string {
    const tuple = withoutReadonly(node)
    if (tuple.type === 'TSArrayType') return print(tuple.elementType)
    if (tuple.type !== 'TSTupleType') return `Choice<${print(node)}>`
    return tuple.elementTypes
      .filter(({ type }) => type !== 'TSRestType')
      .map((element) => print(element))
      .join(' | ')
  }

  /** A schema and what a value has to keep beside: `string & MaxLength<255>`. */
  function piped(node: Node): string {
    const tuple = withoutReadonly(node)
    if (tuple.type !== 'TSTupleType') return print(node)
    const [schema, ...actions] = tuple.elementTypes
    if (!schema) return print(node)
    const limits = actions.flatMap((action) => {
      const reference = referenceOf(action)
      if (!reference) return []
      const limit = reference.args
        .filter(({ type }) => type === 'TSLiteralType')
        .map((arg) => print(arg))
        .find((arg) => /^-?\d/u.test(arg))
      return [`${reference.name.replace(/Action$/u, '')}${limit === undefined ? '' : `<${limit}>`}`]
    })
    return [described(schema) ?? print(schema), ...limits].join(' & ')
  }

  function isText(node: Node): boolean {
    if (node.type !== 'TSTypeLiteral' || node.members.length !== 2) return false
    const keys = node.members.map((member) => (member.type === 'TSPropertySignature' && 'name' in member.key ? member.key.name : ''))
    return keys.join() === 'ja,en' && node.members.every((member) => /: ?(?:["'`]|string)/u.test(text.slice(member.start, member.end)))
  }

  /** The text of a node with its children printed by `printChild`. */
  function splice(node: Node, printChild: (child: Node) => string): string {
    let printed = ''
    let at = node.start
    for (const child of childrenOf(node)) {
      // The name and the value of a shorthand property are the same text.
      if (child.start < at) continue
      printed += text.slice(at, child.start) + printChild(child)
      at = child.end
    }
    return printed + text.slice(at, node.end)
  }

  function print(node: Node): string {
    if (isText(node)) return 'Text'
    const type = described(node)
    if (type !== null) return `Schema<${type}>`
    const reference = referenceOf(node)
    // An endpoint's arguments can only be schemas: their types say it all.
    const isEndpoint = reference?.name === 'Endpoint'
    if (!reference || (node.type !== 'TSImportType' && !isEndpoint)) return splice(node, print)
    const args = reference.args.map((arg) => (isEndpoint ? described(arg) : null) ?? print(arg))
    return args.length === 0 ? reference.name : `${reference.name}<${args.join(', ')}>`
  }
  return print
}
