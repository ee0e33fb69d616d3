import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Node, type Statement } from 'oxc-parser'
import { emit } from '../packages/emit.ts'
import { root } from '../remotes.ts'

/** Where the compiler writes the declarations of the contract packages. */
export const declarationsFolder = join(root, '.cache/api-report')

/** Lets the compiler write the declarations of every module of the contract packages, without comments. */
export function emitDeclarations(): void {
  emit(declarationsFolder, {
    include: ['shared-contracts/*/src/**/*'],
    exclude: ['**/*.test.*'],
    options: { emitDeclarationOnly: true, removeComments: true },
  })
}

export interface LocalDeclaration {
  readonly name: string
  readonly module: Module
  readonly statement: Statement
}

/** A declaration in a module of the package, or a name that another package exports. */
export type Declaration = LocalDeclaration | { readonly name: string; readonly external: string }

interface Link {
  /** `*`: the module as a namespace. */
  readonly name: string
  readonly source: string
}

/** A declaration file with what it declares, imports and exports. */
export interface Module {
  readonly file: string
  readonly text: string
  readonly declared: ReadonlyMap<string, Statement>
  /** Names in the module that come from another one. */
  readonly imported: ReadonlyMap<string, Link>
  /** Exported names: another name in the module, or in another one. */
  readonly exported: ReadonlyMap<string, string | Link>
  /** Modules of which everything is exported. */
  readonly stars: readonly string[]
}

const nameOf = (node: Node): string => (node.type === 'Literal' ? String(node.value) : node.type === 'Identifier' ? node.name : '')

function declaredNames(statement: Statement): string[] {
  if (statement.type === 'VariableDeclaration') return statement.declarations.map(({ id }) => nameOf(id))
  return 'id' in statement && statement.id ? [nameOf(statement.id)] : []
}

const modules = new Map<string, Module>()

export function readModule(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const declared = new Map<string, Statement>()
  const imported = new Map<string, Link>()
  const exported = new Map<string, string | Link>()
  const stars: string[] = []
  for (const statement of parseSync(file, text).program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers)
        imported.set(specifier.local.name, {
          name:
            specifier.type === 'ImportSpecifier'
              ? nameOf(specifier.imported)
              : specifier.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
          source: statement.source.value,
        })
    } else if (statement.type === 'ExportAllDeclaration') {
      stars.push(statement.source.value)
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const name of statement.declaration ? declaredNames(statement.declaration) : []) {
        declared.set(name, statement)
        exported.set(name, name)
      }
      for (const { local, exported: as } of statement.specifiers)
        exported.set(nameOf(as), statement.source ? { name: nameOf(local), source: statement.source.value } : nameOf(local))
    } else {
      for (const name of declaredNames(statement)) declared.set(name, statement)
    }
  }
  const module = { file, text, declared, imported, exported, stars }
  modules.set(file, module)
  return module
}

const besides = (module: Module, source: string): Module | null =>
  source.startsWith('.') ? readModule(join(dirname(module.file), source.replace(/\.tsx?$/u, '.d.ts'))) : null

function follow(module: Module, { name, source }: Link): Declaration | undefined {
  const other = besides(module, source)
  if (!other) return { name, external: source }
  return exportOf(other, name)
}

/** What a name means inside of a module; undefined for globals and type parameters. */
export function meaningOf(module: Module, name: string): Declaration | undefined {
  const statement = module.declared.get(name)
  if (statement) return { name, module, statement }
  const link = module.imported.get(name)
  return link && follow(module, link)
}

/** What a module exports under a name. */
export function exportOf(module: Module, name: string): Declaration | undefined {
  const own = module.exported.get(name)
  if (typeof own === 'string') return meaningOf(module, own)
  if (own) return follow(module, own)
  for (const source of module.stars) {
    const other = besides(module, source)
    const found = other && exportOf(other, name)
    if (found) return found
  }
  return undefined
}

/** All names that a module exports. */
export function exportedNames(module: Module): string[] {
  const below = module.stars.flatMap((source) => {
    const other = besides(module, source)
    return other ? exportedNames(other) : []
  })
  return [...new Set([...module.exported.keys(), ...below])].toSorted()
}
