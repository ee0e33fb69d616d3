import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { message } from '../text/message.ts'
import { buildName, unitName } from './names.ts'

/** Hours after which a preview that an administrator starts from the releases page ends. A link has an end of its own. */
export const previewHours = 8

/** Unit → build, for some units; all others run what is released. */
const builds = v.pipe(
  v.record(v.pipe(v.string(), v.regex(unitName)), v.pipe(v.string(), v.regex(buildName, message('invalid')))),
  v.check((chosen) => Object.keys(chosen).length > 0, message('required')),
  v.check((chosen) => Object.keys(chosen).length <= 50, message('too_many', 50)),
)
export type PreviewBuilds = v.InferOutput<typeof builds>

/** The token of a link that `release preview` has printed. */
const token = v.pipe(v.string(), v.maxLength(9000))

const previewed = v.object({
  unit: v.string(),
  build: v.string(),
  /** The display name of the area; null for the shell. */
  title: v.nullable(v.object({ ja: v.string(), en: v.string() })),
  published_at: v.string(),
  /** Operations have marked the build bad. */
  bad: v.boolean(),
})
export type PreviewedBuild = v.InferOutput<typeof previewed>

/**
 * Runs published builds in place of the released ones, in the calling session alone. Administrators may preview
 * everything; others what a link allows that names their account.
 */
export const previewEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/preview',
    label: { ja: 'プレビューの内容の表示', en: 'View what a preview would run' },
    kind: 'get',
    permission: 'session.use',
    viewing: 'refused',
    summary: 'What a link of a preview would run, and until when',
    query: v.strictObject({ token }),
    response: v.object({ data: v.object({ builds: v.array(previewed), until: v.string() }) }),
    success: 200,
    errors: ['action_blocked'],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/preview',
    label: { ja: 'ビルドのプレビューの開始', en: 'Start a preview of builds' },
    kind: 'change',
    permission: 'session.use',
    summary: `Run published builds in this session: those of a link until it ends, or for administrators any, for ${previewHours} hours`,
    body: v.union([v.strictObject({ token }), v.strictObject({ builds })]),
    success: 204,
    stale: [],
    event: 'release',
    errors: ['action_blocked'],
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/api/preview',
    label: { ja: 'ビルドのプレビューの終了', en: 'End a preview of builds' },
    kind: 'delete',
    permission: 'session.use',
    summary: 'Run what is released again; 204 also when nothing was started',
    success: 204,
    stale: [],
  }),
}
