import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

const conflictTexts = {
  conflict_title: { ja: '別の画面で更新されています', en: 'This was updated elsewhere' },
  conflict_text: {
    ja: '{{by}}が{{at}}に更新しました。どちらの内容を残すか選んでください。',
    en: 'Updated by {{by}} at {{at}}. Choose which version to keep.',
  },
  conflict_field: { ja: '項目', en: 'Field' },
  conflict_mine: { ja: 'あなたの入力', en: 'Yours' },
  conflict_theirs: { ja: '最新の内容', en: 'Latest' },
  conflict_same: { ja: '入力した項目の値は最新の内容と同じです。', en: 'Your fields already have the latest values.' },
  conflict_reload: { ja: '最新の内容を読み込む', en: 'Load the latest' },
  conflict_overwrite: { ja: '自分の入力で上書き', en: 'Overwrite with mine' },
} as const satisfies Record<string, Text>

/** Reads the texts of conflicts, which are in the chunk of their dialog, and the kit's. */
export const useConflictText = textsWith(conflictTexts)
