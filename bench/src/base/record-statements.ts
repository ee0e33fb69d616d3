/** Preloaded into the measured site: reports which statements a call sends, so that the bench can send them directly. */
import { Client } from 'pg'

/** A statement that the site sent, and when (milliseconds of the site's clock). */
export interface Statement {
  readonly config: { readonly text: string; readonly name?: string; readonly rowMode?: 'array'; readonly values: unknown[] }
  readonly began: number
  readonly ended: number
}

type Query = (this: Client, config: string | Omit<Statement['config'], 'values'>, values: unknown, callback: unknown) => unknown

let recorded: Statement[] | undefined
// oxlint-disable-next-line typescript/consistent-type-assertions -- passes on what it is given, whichever of the overloads that is
const query = Client.prototype.query as unknown as Query

/** The pool passes a callback, a transaction expects a promise; cursors and COPY are not recorded. */
function recordedQuery(this: Client, ...[config, values, callback]: Parameters<Query>): unknown {
  const into = recorded
  if (!into || (typeof config !== 'string' && 'submit' in config)) return query.call(this, config, values, callback)
  const began = performance.now()
  const { text, name, rowMode } = typeof config === 'string' ? { text: config, name: undefined, rowMode: undefined } : config
  const sent = { text, ...(name ? { name } : {}), ...(rowMode ? { rowMode } : {}), values: Array.isArray(values) ? values : [] }
  const ended = () => into.push({ config: sent, began, ended: performance.now() })
  if (typeof callback !== 'function') return Promise.resolve(query.call(this, config, values, callback)).finally(ended)
  return query.call(this, config, values, (...answer: unknown[]) => {
    ended()
    callback(...answer)
  })
}
// oxlint-disable-next-line typescript/consistent-type-assertions -- as above
Client.prototype.query = recordedQuery as unknown as typeof Client.prototype.query

process.on('message', (asked) => {
  process.send?.(recorded ?? [])
  recorded = asked === 'record' ? [] : undefined
})
// Listening must not keep the process alive.
process.channel?.unref()
