import { Refusal } from './refusal.ts'

/** Largest JSON body in bytes; files are streamed by their own endpoints. */
export const jsonLimit = 1_000_000

function contentType(request: Request): string {
  return (request.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase()
}

/** The body of a request; refused as soon as it is longer than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw new Refusal('payload_too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw new Refusal('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The JSON object of a request. Only application/json: a form of another site cannot send that. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (contentType(request) !== 'application/json') throw new Refusal('unsupported_media_type')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(request, jsonLimit)))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('bad_request')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('bad_request')
  return value as Record<string, unknown>
}

/** Refuses a file of a type that the endpoint does not take. */
export function checkUpload(request: Request, types: readonly string[]): void {
  if (!types.includes(contentType(request))) throw new Refusal('unsupported_media_type')
}
