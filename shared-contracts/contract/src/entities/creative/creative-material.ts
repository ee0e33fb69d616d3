import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { message } from '../../text/message.ts'
import { keysOf } from '../../value/keys.ts'

/**
 * Allowed material types, detected from the bytes (spec/domain "Creative", spec/quality "Uploads"), with the
 * names formats use for them.
 */
export const materialTypes = { 'image/gif': 'GIF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' } as const
export type MaterialType = keyof typeof materialTypes
const types = keysOf(materialTypes)

/** The names of material types, as texts list them. */
export const namesOfTypes = (listed: readonly MaterialType[] = types) => listed.map((type) => materialTypes[type]).join(' / ')

/** What else a change of a creative changes: groups and ads show its materials, and its status decides about theirs. */
export const touchedByCreatives = ['/api/ad-creative-group', '/api/campaign', '/api/ad', '/api/dashboard'] as const

/** Maximum size of a material upload; the server reads no more than this, whatever the format allows. */
export const materialUploadBytes = 10_000_000

/** Allowed pixel densities: the format's size, and twice that for high-density screens. */
export const materialScales = [1, 2] as const

/** An image file of a creative; `size` is in bytes as stored and served. */
export const material = v.object({
  id: checks.id,
  name: v.string(),
  content_type: v.picklist(types),
  width: v.number(),
  height: v.number(),
  size: v.number(),
  sha256: v.string(),
})
export type Material = v.InferOutput<typeof material>

const nullableNumber = v.nullable(v.number())

/**
 * A format's requirements for creatives (spec/domain "Format"): sizes in pixels, bytes per file, and the maximum
 * characters of each text (null: the format has no such text).
 */
export const creativeRules = v.object({
  kind: v.string(),
  width: nullableNumber,
  height: nullableNumber,
  file_types: v.nullable(v.array(v.string())),
  max_bytes: nullableNumber,
  headline_max: nullableNumber,
  description_max: nullableNumber,
  principal_max: nullableNumber,
  button_max: nullableNumber,
})
export type CreativeRules = v.InferOutput<typeof creativeRules>
/** A format available for creatives, with its requirements. */
export const creativeFormat = v.object({ id: checks.id, name: v.string(), ...creativeRules.entries })
export type CreativeFormat = v.InferOutput<typeof creativeFormat>

type MaterialRules = Pick<CreativeRules, 'width' | 'height' | 'file_types' | 'max_bytes'>

const kilobytes = (bytes: number) => Math.floor(bytes / 100) / 10

/** The material types that a format accepts. */
export function acceptedTypes({ file_types }: MaterialRules): MaterialType[] {
  return types.filter((type) => file_types?.includes(materialTypes[type]))
}

/** Validates a material against its format. Returns an error coded for `validationText`, or null. */
export function materialError(
  rules: MaterialRules,
  { content_type, width, height, size }: Omit<Material, 'id' | 'name' | 'sha256'>,
): string | null {
  const accepted = acceptedTypes(rules)
  if (accepted.length === 0) return message('material_none')
  if (!accepted.includes(content_type)) return message('material_type', namesOfTypes(accepted))
  const { width: wide, height: high } = rules
  if (wide !== null && high !== null) {
    const fits = materialScales.some((scale) => width === wide * scale && height === high * scale)
    if (!fits) return message('material_dimensions', ...[wide, high, wide * 2, high * 2, width, height].map(String))
  }
  if (rules.max_bytes !== null && size > rules.max_bytes) return message('material_bytes', kilobytes(rules.max_bytes), kilobytes(size))
  return null
}

export const materialEndpoints = {
  formats: defineEndpoint({
    method: 'GET',
    path: '/api/ad-creative/format',
    label: { ja: '入稿できるフォーマットの表示', en: 'View formats for creatives' },
    kind: 'list',
    permission: 'creative.create',
    summary: 'The formats in use with what they ask of creatives, by name: which of them an image fits',
    response: v.object({ data: v.array(creativeFormat) }),
    success: 200,
  }),
  materials: defineEndpoint({
    method: 'GET',
    path: '/api/ad-creative/{id}/material',
    label: { ja: 'クリエイティブの素材一覧の表示', en: 'List materials of a creative' },
    kind: 'list',
    permission: 'creative.read',
    summary: 'The materials of a creative as it is worked on, in the order they came',
    // `rules` is null if the creative has no format yet.
    response: v.object({ data: v.array(material), rules: v.nullable(creativeRules) }),
    success: 200,
  }),
  upload: defineEndpoint({
    method: 'POST',
    path: '/api/ad-creative/{id}/material',
    label: { ja: 'クリエイティブの素材の登録', en: 'Add a material to a creative' },
    kind: 'create',
    permission: 'creative.update',
    summary: 'Add a material, sent as the request body: GIF, PNG or JPEG by its bytes, as the format of the creative asks',
    query: v.strictObject({
      name: v.pipe(v.string(message('required')), v.minLength(1, message('required')), v.maxLength(255, message('too_long'))),
    }),
    // Clients that do not know the type send octet-stream; the bytes decide in any case.
    upload: [...types, 'application/octet-stream'],
    response: v.object({ data: material }),
    success: 201,
    stale: ['/api/ad-creative', ...touchedByCreatives],
    job: { lane: 'quick', bytes: materialUploadBytes, seconds: 30 },
    errors: ['action_blocked'],
  }),
  material: defineEndpoint({
    method: 'GET',
    path: '/api/ad-creative/{id}/material/{material_id}',
    label: { ja: 'クリエイティブの素材の表示', en: 'View a material of a creative' },
    kind: 'get',
    permission: 'creative.read',
    viewing: 'allowed',
    summary: 'The file of a material, also of one that only an earlier revision has',
    download: types,
    success: 200,
  }),
  removeMaterial: defineEndpoint({
    method: 'DELETE',
    path: '/api/ad-creative/{id}/material/{material_id}',
    label: { ja: 'クリエイティブの素材の削除', en: 'Remove a material from a creative' },
    kind: 'delete',
    permission: 'creative.update',
    summary: 'Take a material off a creative; revisions that were handed in keep it',
    success: 204,
    stale: ['/api/ad-creative', ...touchedByCreatives],
    errors: ['action_blocked'],
  }),
}
