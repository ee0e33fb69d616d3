import { required } from '@adsite/contract'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateDrizzleJson } from 'drizzle-kit/api'

/** A table as drizzle-kit writes it into the snapshots of migrations: the part that is drawn. */
interface Table {
  readonly name: string
  readonly columns: Readonly<
    Record<string, { readonly name: string; readonly type: string; readonly primaryKey: boolean; readonly notNull: boolean }>
  >
  readonly compositePrimaryKeys: Readonly<Record<string, { readonly columns: readonly string[] }>>
  readonly foreignKeys: Readonly<Record<string, { readonly columnsFrom: readonly string[]; readonly tableTo: string }>>
}

const columnOf = ({ name, columns }: Table, column: string) => required(columns[column], `the column ${name}.${column}`)

const isPartOfPrimaryKey = (table: Table, column: string) =>
  columnOf(table, column).primaryKey || Object.values(table.compositePrimaryKeys).some(({ columns }) => columns.includes(column))

/** `campaigns }o--|| accounts`: the line of a foreign key, named after the last of its columns. */
function relationsOf(table: Table): string[] {
  return Object.values(table.foreignKeys).map(({ columnsFrom, tableTo }) => {
    const optional = columnsFrom.some((column) => !columnOf(table, column).notNull)
    // The tenant comes first in every composite key, so the last column tells the keys apart.
    return `  ${table.name} }o--${optional ? 'o|' : '||'} ${tableTo} : ${columnsFrom.at(-1) ?? ''}`
  })
}

function entityOf(table: Table): string {
  const foreign = new Set(Object.values(table.foreignKeys).flatMap(({ columnsFrom }) => columnsFrom))
  const columns = Object.values(table.columns).flatMap(({ name, type }) => {
    const keys = [isPartOfPrimaryKey(table, name) ? 'PK' : [], foreign.has(name) ? 'FK' : []].flat()
    return keys.length === 0 ? [] : [`    ${type.replaceAll(/\W+/gu, '_')} ${name} ${keys.join(', ')}`]
  })
  return [`  ${table.name} {`, ...columns, '  }'].join('\n')
}

/** One diagram per folder of the schema, `demand` or `supply`, with the tables that have foreign keys, and the names of the others. */
export async function tablesDiagrams(root: string): Promise<string> {
  const schema = join(root, 'api/src/db/schema')
  const folders = globSync(join(schema, '*/')).map((folder) => basename(folder))
  const sections = await Promise.all(
    folders.toSorted().map(async (folder) => {
      const files = globSync(join(schema, folder, '*.ts')).toSorted()
      const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(pathToFileURL(file).href)))
      const snapshot: { tables: Readonly<Record<string, Table>> } = generateDrizzleJson(Object.assign({}, ...modules))
      const tables = Object.values(snapshot.tables).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const related = tables.filter(({ foreignKeys }) => Object.keys(foreignKeys).length > 0)
      const others = tables.filter((table) => !related.includes(table)).map(({ name }) => `\`${name}\``)
      const diagram = ['```mermaid', 'erDiagram', ...related.map(entityOf), ...related.flatMap(relationsOf), '```'].join('\n')
      return [
        `### ${folder.charAt(0).toUpperCase()}${folder.slice(1)}`,
        ...(related.length > 0 ? [diagram] : []),
        ...(others.length > 0 ? [`Without foreign keys: ${others.join(', ')}.`] : []),
      ].join('\n\n')
    }),
  )
  return sections.join('\n\n')
}
