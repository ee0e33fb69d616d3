import { reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { message } from '../../text/message.ts'

/** Name of the source of delivery files; the files are stored under it. */
export const sourceName = /^[\w.-]{1,100}$/u

/** Maps a source's own frame name to one of our frames; its later files are assigned accordingly (spec/domain "Delivery files"). */
export const sourceFrame = defineResource({
  name: 'source_frame',
  path: '/api/source-frame',
  label: { ja: '取込元の配信枠名', en: 'Source frame' },
  plural: 'Source frames',
  title: 'name',
  permissions: {
    list: 'delivery.import',
    select: 'delivery.import',
    read: 'delivery.import',
    create: 'delivery.import',
    update: 'delivery.import',
    delete: 'delivery.import',
  },
  fields: {
    name: text({ label: { ja: '取込元での名称', en: 'Name at the source' }, required: true, max: 255, access: 'create' }),
    source: text({
      label: { ja: '取込元', en: 'Source' },
      help: { ja: '配信データの取り込みで入力する取込元です。', en: 'As it is named when files are handed in.' },
      required: true,
      max: 100,
      access: 'create',
    }),
    frame_id: reference({
      label: { ja: '配信枠', en: 'Frame' },
      help: {
        ja: '次に取り込むファイルから、この配信枠の配信として数えます。',
        en: 'Files handed in from now on count for this frame.',
      },
      target: 'frame',
      required: true,
    }),
  },
  list: {
    search: true,
    columns: ['name', 'source', 'frame_id'],
    filters: ['frame_id'],
    sorts: ['updated_at', 'name', 'source'],
    defaultSort: '-updated_at',
  },
  sections: [{ title: { ja: '対応', en: 'Correspondence' }, fields: ['name', 'source', 'frame_id'] }],
  checks: [
    ({ source }) =>
      typeof source === 'string' && source !== '' && !sourceName.test(source) ? { field: 'source', message: message('source') } : null,
  ],
})

const { select: _, ...read } = readEndpoints(sourceFrame)

export const sourceFrameEndpoints = { ...read, ...writeEndpoints(sourceFrame), delete: deleteEndpoint(sourceFrame) }
