/** Loaded into the site that is measured: it can say which statements a call sends, for the bench to send them by hand. */
import { Client } from 'pg'

/** A statement as the site sent it, and when (milliseconds of the site's clock). */
export interface Statement {
  readonly config: { readonly text: string; readonly name?: string; readonly rowMode?: 'array'; readonly values: unknown[] }
  readonly began: number
  readonly ended: number
}

type Callback = (...answer: unknown[]) => void
type Query = (this: Client, config: string | Omit<Statement['config'], 'values'>, values: unknown, callback: unknown) => unknown

let recorded: Statement[] | undefined
const query = Client.prototype.query as unknown as Query

/** The pool calls it with a callback, a transaction for a promise; cursors and COPY pass by. */
function recordedQuery(this: Client, ...[config, values, callback]: Parameters<Query>): unknown {
  const into = recorded
  if (!into || (typeof config !== 'string' && 'submit' in config)) return query.call(this, config, values, callback)
  const began = performance.now()
  const { text, name, rowMode } = typeof config === 'string' ? { text: config, name: undefined, rowMode: undefined } : config
  const sent = { text, ...(name ? { name } : {}), ...(rowMode ? { rowMode } : {}), values: Array.isArray(values) ? values : [] }
  const ended = () => into.push({ config: sent, began, ended: performance.now() })
  if (typeof callback !== 'function') return (query.call(this, config, values, callback) as Promise<unknown>).finally(ended)
  return query.call(this, config, values, (...answer: unknown[]) => {
    ended()
    ;(callback as Callback)(...answer)
  })
}
Client.prototype.query = recordedQuery as unknown as typeof Client.prototype.query

process.on('message', (asked) => {
  process.send?.(recorded ?? [])
  recorded = asked === 'record' ? [] : undefined
})
// Listening alone is no reason to go on.
process.channel?.unref()
