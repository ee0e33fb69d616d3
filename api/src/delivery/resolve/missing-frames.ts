import type { ClientBase } from 'pg'
import type { ResolvedFrame, ResolverOptions } from './frame-resolver.ts'
import { insertNamedCompany, insertRecord, type CreatedEntity } from './insert-record.ts'
import { framesOfSource, importName } from './name-lookups.ts'

const importLock = 'delivery import media'

/** Creates slots that a source names and the database lacks (`pnpm ingest --create-missing`). */
export class MissingFrames {
  readonly #client: ClientBase
  readonly #options: ResolverOptions
  #medium: { id: number; publisher_group_id: number } | null = null
  constructor(client: ClientBase, options: ResolverOptions) {
    this.#client = client
    this.#options = options
  }

  #insert(entity: CreatedEntity, values: Readonly<Record<string, unknown>>): Promise<number> {
    return insertRecord(this.#client, this.#options.userId, entity, values)
  }

  /** Creates one space with one frame per slot, below a medium named like the source. */
  async frame(name: string): Promise<ResolvedFrame> {
    this.#medium ??= await this.#mediumOfSource()
    // Another file of the source may have created it while this one waited for the lock.
    const known = (await framesOfSource(this.#client, this.#options.source, [name])).get(name)
    if (known) return known
    const { id: medium_id, publisher_group_id } = this.#medium
    const space_id = await this.#insert('space', { publisher_group_id, medium_id, name, position: 'IN_ARTICLE' })
    // A slot takes banners of several sizes; 0 × 0 means that it has none of its own.
    const id = await this.#insert('frame', { publisher_group_id, space_id, name, code: name, width: 0, height: 0, status: 'RUNNING' })
    return { id, space_id, publisher_group_id }
  }

  async #first(query: string, values: unknown[]): Promise<number | null> {
    const { rows } = await this.#client.query<{ id: number }>(`${query} order by id limit 1`, values)
    return rows[0]?.id ?? null
  }

  async #mediumOfSource(): Promise<{ id: number; publisher_group_id: number }> {
    const { source } = this.#options
    // Advertisers share media, so files loaded at the same time must not create them twice.
    await this.#client.query('select pg_advisory_xact_lock(hashtext($1))', [importLock])
    const company_id =
      (await this.#first('select id from companies where name = $1', [importName])) ??
      (await insertNamedCompany(this.#client, this.#options.userId, importName))
    const account_id =
      (await this.#first(`select id from accounts where company_id = $1 and kind = 'pg'`, [company_id])) ??
      (await this.#insert('pg', { kind: 'pg', company_id, name: importName }))
    const publisher_group_id =
      (await this.#first('select id from publisher_groups where account_id = $1', [account_id])) ??
      (await this.#insert('publisher_group', { account_id, name: importName }))
    const publisher_id =
      (await this.#first('select id from publishers where publisher_group_id = $1', [publisher_group_id])) ??
      (await this.#insert('publisher', { publisher_group_id, name: importName }))
    const id =
      (await this.#first('select id from media where publisher_group_id = $1 and domain = $2', [publisher_group_id, source])) ??
      (await this.#insert('medium', { publisher_group_id, publisher_id, name: source, domain: source }))
    return { id, publisher_group_id }
  }
}
