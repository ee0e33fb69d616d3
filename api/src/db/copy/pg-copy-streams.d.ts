declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** A query of `copy … from stdin`; what is written into it is the data. */
  export function from(statement: string): Writable & Submittable & { rowCount: number }
}
