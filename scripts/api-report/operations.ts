import { createHash } from 'node:crypto'
import * as v from 'valibot'

/** JSON Schema as the OpenAPI document has it, of any shape. */
export type Schema = Readonly<Record<string, unknown>>

/** What a call sends and gets, by type of content; `{}` where the content is a file. */
type Content = Readonly<Record<string, { readonly schema?: Schema | undefined }>>

/** A call of the API as pages know it, without its texts. */
export interface Operation {
  readonly query: Readonly<Record<string, { readonly required: boolean; readonly schema: Schema }>>
  /** null: it has no body. */
  readonly body: Content | null
  /** Status of its success. */
  readonly status: string
  /** null: its success has no content. */
  readonly answer: Content | null
}

/** The calls of an API: `GET /api/campaign` → what it is. */
export type Operations = Readonly<Record<string, Operation>>

const schema = v.record(v.string(), v.unknown())
const content = v.record(v.string(), v.object({ schema: v.optional(schema) }))
const document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        parameters: v.array(v.object({ name: v.string(), in: v.string(), required: v.optional(v.boolean(), false), schema })),
        requestBody: v.optional(v.object({ content })),
        responses: v.record(v.string(), v.object({ content: v.optional(content) })),
      }),
    ),
  ),
})

/** The calls that an OpenAPI document of the API describes. */
export function operationsOf(openApi: unknown): Operations {
  const { paths } = v.parse(document, openApi)
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody, responses }]): [string, Operation] => {
        const query = parameters.filter((parameter) => parameter.in === 'query')
        const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
        return [
          `${method.toUpperCase()} ${path}`,
          {
            query: Object.fromEntries(query.map(({ name, required, schema: of }) => [name, { required, schema: of }])),
            body: requestBody?.content ?? null,
            status: success?.[0] ?? '',
            answer: success?.[1].content ?? null,
          },
        ]
      }),
    ),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const mapValues = (value: object, change: (one: unknown) => unknown): object =>
  Array.isArray(value) ? value.map(change) : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))

/** The shortest part that is worth a name of its own where it repeats (characters of JSON). */
const worthNaming = 80

/** Operations as a file keeps them: parts that repeat stand once, in `parts`, under a name made of their content. */
export function fold(operations: Operations): { readonly operations: object; readonly parts: object } {
  const times = new Map<string, number>()
  function count(value: unknown): void {
    if (!isObject(value)) return
    const text = JSON.stringify(value)
    const seen = times.get(text) ?? 0
    times.set(text, seen + 1)
    if (seen === 0) for (const inner of Object.values(value)) count(inner)
  }
  count(operations)

  const parts: Record<string, unknown> = {}
  function folded(value: unknown): unknown {
    if (!isObject(value)) return value
    const text = JSON.stringify(value)
    if (text.length < worthNaming || (times.get(text) ?? 0) < 2) return mapValues(value, folded)
    const part = createHash('sha256').update(text).digest('hex').slice(0, 12)
    parts[part] ??= mapValues(value, folded)
    return { part }
  }
  const calls = mapValues(operations, folded)
  return { operations: calls, parts: Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

const foldedFile = v.object({ operations: v.record(v.string(), v.unknown()), parts: v.record(v.string(), v.unknown()) })

/** The operations that a file keeps. */
export function unfold(file: unknown): Operations {
  const { operations, parts } = v.parse(foldedFile, file)
  function whole(value: unknown): unknown {
    if (!isObject(value)) return value
    const named = 'part' in value && Object.keys(value).length === 1 && typeof value.part === 'string' ? value.part : null
    return mapValues(named === null ? value : v.parse(v.custom<object>(isObject), parts[named]), whole)
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `fold` wrote it
  return whole(operations) as Operations
}
