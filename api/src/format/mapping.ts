import { format } from '@adsite/contract'
import { ne } from 'drizzle-orm'
import { creatives, formats, formatSettings, productFormats } from '../db/schema.ts'
import { formatScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const formatMapping = defineMapping({
  resource: format,
  table: formats,
  scope: formatScope,
  referred: { current: ne(formats.status, 'ARCHIVED') },
  guards: {
    delete: nothingHangs(
      { table: creatives, column: creatives.format_id, label: { ja: 'クリエイティブ', en: 'creatives' } },
      { table: formatSettings, column: formatSettings.format_id, label: { ja: 'フォーマット設定', en: 'format settings' } },
      { table: productFormats, column: productFormats.format_id, label: { ja: '広告商品', en: 'ad products' } },
    ),
  },
})
