declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** A `copy … from stdin` query; the data is written into it. */
  export function from(statement: string): Writable & Submittable & { rowCount: number }
}
