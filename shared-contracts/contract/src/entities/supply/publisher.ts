import { integer, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'

/** A company that runs media, within a media group (spec/domain "Media group"). */
export const publisher = defineResource({
  name: 'publisher',
  path: '/api/publisher',
  touches: ['/api/medium'],
  label: { ja: '媒体社', en: 'Publisher' },
  plural: 'Publishers',
  title: 'name',
  permissions: {
    list: 'publisher.list',
    select: 'publisher.select',
    read: 'publisher.read',
    create: 'publisher.create',
    update: 'publisher.update',
    delete: 'publisher.delete',
  },
  fields: {
    name: text({ label: { ja: '媒体社名', en: 'Name' }, required: true, max: 100 }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'create',
    }),
    medium_count: integer({ label: { ja: '媒体数', en: 'Media' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'publisher_group_id', 'medium_count'],
    filters: ['publisher_group_id'],
    sorts: ['updated_at', 'name'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [{ title: { ja: '媒体社', en: 'Publisher' }, fields: ['name', 'publisher_group_id', 'medium_count'] }],
})

export const publisherEndpoints = { ...readEndpoints(publisher), ...writeEndpoints(publisher), delete: deleteEndpoint(publisher) }
