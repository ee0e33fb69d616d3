// report.api.md of every contract package, so that a reviewer sees each change of what it exports. API Extractor does this for simpler packages; of schemas and endpoints it writes a megabyte that nobody reads.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Node, Statement } from 'oxc-parser'
import { format, type FormatOptions } from 'oxfmt'
import { root } from '../remotes.ts'
import {
  declarationsFolder,
  emitDeclarations,
  exportedNames,
  exportOf,
  meaningOf,
  readModule,
  type LocalDeclaration,
} from './declarations.ts'
import { childrenOf, printer } from './signature.ts'

interface Signature {
  readonly name: string
  readonly text: string
}

function signatureOf(name: string, { module, statement }: LocalDeclaration): Signature {
  const declaration = statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
  return {
    name,
    text: printer(module)(declaration)
      .replace(/^declare /u, '')
      .replaceAll(/\s+/gu, ' '),
  }
}

/** Declarations of the workspace that a declaration refers to. */
function referredBy({ module, statement }: LocalDeclaration): LocalDeclaration[] {
  const found: LocalDeclaration[] = []
  const visit = (node: Node) => {
    const meaning = node.type === 'Identifier' ? meaningOf(module, node.name) : undefined
    if (meaning && 'module' in meaning) found.push(meaning)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(statement)
  return found
}

/** What the exports refer to, directly or through each other, and no entry point of the package has shown before. */
function hiddenBehind(exported: readonly LocalDeclaration[], shown: Set<Statement>): LocalDeclaration[] {
  const hidden: LocalDeclaration[] = []
  const waiting = [...exported]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const each of referredBy(next)) {
      if (shown.has(each.statement)) continue
      shown.add(each.statement)
      hidden.push(each)
      waiting.push(each)
    }
  }
  return hidden
}

/** Replaces the type of an exported constant inside of other signatures by its name: `typeof companyEndpoints`. */
function withoutRepetition(signatures: readonly Signature[], exported: readonly Signature[]): string[] {
  const constants = exported
    .flatMap(({ name, text }) => {
      const type = new RegExp(`^const ${name}: (.{60,});$`, 'u').exec(text)?.[1]
      return type === undefined ? [] : [{ name, type }]
    })
    .toSorted((a, b) => b.type.length - a.type.length)
  return signatures.map(({ text }) =>
    constants
      .filter(({ type }) => !text.endsWith(`: ${type};`))
      .reduce((shorter, { name, type }) => shorter.replaceAll(type, `typeof ${name}`), text),
  )
}

/** The signatures of an entry point in the order of their names: what it exports, then what these refer to without exporting it. */
function signaturesOf(file: string, shown: Set<Statement>): string {
  const entry = readModule(file)
  const exports = exportedNames(entry).map((name) => ({ name, meaning: exportOf(entry, name) }))
  const external = exports.flatMap(({ meaning }) =>
    meaning && 'external' in meaning ? `export { ${meaning.name} } from '${meaning.external}'` : [],
  )
  const own = exports.flatMap(({ name, meaning }) => (meaning && 'module' in meaning ? [{ name, declaration: meaning }] : []))
  const exported = own.map(({ name, declaration }) => signatureOf(name, declaration))
  for (const { declaration } of own) shown.add(declaration.statement)
  const declarations = own.map(({ declaration }) => declaration)
  const hidden = hiddenBehind(declarations, shown)
    .map((declaration) => signatureOf(declaration.name, declaration))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    ...external,
    ...withoutRepetition(exported, exported).map((text) => `export ${text}`),
    ...(hidden.length > 0 ? ['// Not exported, but part of the signatures above:'] : []),
    ...withoutRepetition(hidden, exported),
  ].join('\n\n')
}

interface PackageFile {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
}

const formatOptions: FormatOptions = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))

async function reportOf(folder: string): Promise<string> {
  const { name, exports }: PackageFile = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const shown = new Set<Statement>()
  const sections = await Promise.all(
    Object.entries(exports)
      .filter(([, source]) => !source.endsWith('.d.ts'))
      .map(async ([path, source]) => {
        const signatures = signaturesOf(join(declarationsFolder, folder, source.replace(/\.tsx?$/u, '.d.ts')), shown)
        const { code, errors } = await format('report.d.ts', signatures, formatOptions)
        const [failed] = errors
        if (failed) throw new Error(`${folder}: ${failed.message}\n${failed.codeframe}`)
        return `## ${join(name, path)}\n\n\`\`\`ts\n${code}\`\`\`\n`
      }),
  )
  return `# API report of ${name}

Written by \`npm run generate:api-report\`: what the package exports, for reviewers. Schemas are shown as the types that they describe, texts in both languages as \`Text\`.

${sections.join('\n')}`
}

/** The report of every contract package: path below the root → text. */
export async function apiReports(): Promise<Readonly<Record<string, string>>> {
  emitDeclarations()
  const folders = globSync('shared-contracts/*/package.json', { cwd: root }).map((file) => dirname(file))
  const reports = await Promise.all(
    folders.toSorted().map(async (folder) => [join(folder, 'report.api.md'), await reportOf(folder)] as const),
  )
  return Object.fromEntries(reports)
}
