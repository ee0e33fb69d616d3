import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { choice, references, text } from '../../field/field.ts'
import { checks } from '../../field/checks.ts'
import { selectionParameters } from '../../field/list-query.ts'
import { bulkLimit } from '../../resource/bulk.ts'
import { callLabel } from '../../resource/call-label.ts'
import { defineResource, type AnyResource } from '../../resource/resource.ts'
import { deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { defineChoices } from '../../text/choices.ts'
import { message } from '../../text/message.ts'

export const labelColours = defineChoices('label_colour', [
  { key: 'GRAY', label: { ja: 'グレー', en: 'Grey' }, colour: 'neutral' },
  { key: 'BLUE', label: { ja: '青', en: 'Blue' }, colour: 'info' },
  { key: 'GREEN', label: { ja: '緑', en: 'Green' }, colour: 'success' },
  { key: 'YELLOW', label: { ja: '黄', en: 'Yellow' }, colour: 'warning' },
  { key: 'RED', label: { ja: '赤', en: 'Red' }, colour: 'error' },
])

/** Most labels of an account, so that a screen can show all of them to choose from. */
export const labelLimit = 100

/** ラベル (spec/domain "Label"): a word of an account's own for campaigns and ads, which no other account sees. */
export const label = defineResource({
  name: 'label',
  path: '/api/label',
  touches: ['/api/campaign', '/api/ad', '/api/report'],
  label: { ja: 'ラベル', en: 'Label' },
  plural: 'Labels',
  title: 'name',
  permissions: {
    list: 'label.use',
    select: 'label.use',
    read: 'label.use',
    create: 'label.use',
    update: 'label.use',
    delete: 'label.use',
  },
  fields: {
    name: text({ label: { ja: 'ラベル名', en: 'Name' }, required: true, max: 50 }),
    colour: choice({ label: { ja: '色', en: 'Colour' }, choices: labelColours, required: true }),
  },
  list: {
    columns: ['name', 'colour'],
    filters: ['colour'],
    sorts: ['name', 'updated_at'],
    defaultSort: 'name',
    search: true,
  },
  sections: [{ title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'colour'] }],
})

export const labelEndpoints = { ...readEndpoints(label), ...writeEndpoints(label), delete: deleteEndpoint(label) }

/** The field with the labels that the reader's account has put on a record; `labellingEndpoint` changes them. */
export const labelsField = () => references({ label: { ja: 'ラベル', en: 'Labels' }, target: 'label', access: 'read' })

const someLabels = v.optional(v.pipe(v.array(checks.id), v.maxLength(labelLimit, message('too_many', labelLimit))), [])

/**
 * Puts labels of the caller's account on many records, or takes them off: `POST {path}/labels`. All or nothing, since no
 * record can refuse a label. Whoever may list the records may label them: labels change nothing about a record, and only
 * the account sees them.
 */
export function labellingEndpoint(resource: AnyResource) {
  return defineEndpoint({
    method: 'POST',
    path: `${resource.path}/labels`,
    label: callLabel.labels(resource),
    kind: 'change',
    permission: 'label.use',
    summary: `Put labels on ${resource.name} records, or take them off, at most ${bulkLimit}`,
    body: v.strictObject({
      /** Either the ids of the records … */
      ids: v.optional(
        v.pipe(v.array(checks.id), v.minLength(1, message('required')), v.maxLength(bulkLimit, message('rows_many', bulkLimit))),
      ),
      /** … or the list's search and filters; `{}` matches everything. */
      filter: v.optional(v.strictObject(selectionParameters(resource))),
      add: someLabels,
      remove: someLabels,
    }),
    response: v.object({
      data: v.object({
        /** Number of selected records. */
        total: v.number(),
        /** Number of records whose labels changed. */
        changed: v.number(),
      }),
    }),
    success: 200,
    stale: [resource.path, '/api/report', ...(resource.path === '/api/campaign' ? ['/api/ad'] : [])],
    slow: true,
  })
}
