import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of saved views, in the chunk that shows them. */
export const viewTexts = {
  view_hint: {
    ja: '検索・絞り込み・並び順・表示項目に名前を付けて保存できます。',
    en: 'Search, filters, order and columns can be saved under a name.',
  },
  view_shared: { ja: '共有', en: 'Shared' },
  view_shared_by: { ja: '作成者: {{name}}', en: 'Made by {{name}}' },
  view_default: { ja: '「{{name}}」を最初に表示', en: 'Open the list with “{{name}}”' },
  view_edit: { ja: '「{{name}}」の名前と共有を変更', en: 'Edit or share “{{name}}”' },
  view_overwrite: { ja: '「{{name}}」を上書き保存', en: 'Update “{{name}}”' },
  view_save_as: { ja: '名前を付けて保存', en: 'Save as …' },
  view_name: { ja: '表示の名前', en: 'Name of the view' },
  view_share: { ja: 'アカウントの全員と共有する', en: 'Share with everybody in this account' },
  view_delete_shared: {
    ja: '共有しているため、アカウントの全員がこの表示を使えなくなります。',
    en: ' It is shared: nobody in this account can use it any more.',
  },
  view_gone: { ja: '「{{name}}」は別の画面で削除されています。', en: '“{{name}}” has been deleted elsewhere.' },
  view_gone_shared: {
    ja: '「{{name}}」は作成者が削除したか、共有をやめています。',
    en: '“{{name}}” has been deleted, or is no longer shared, by whoever made it.',
  },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useViewText = textsWith(viewTexts)
