import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

const texts = {
  waiting_title: { ja: '承認待ちの変更があります', en: 'A change waits for approval' },
  waiting_by: {
    ja: '{{by}} さんが {{at}} に申請しました。{{lapses}} までに、ほかの担当者の承認が必要です。',
    en: 'Asked for by {{by}} on {{at}}. Somebody else has to approve it by {{lapses}}.',
  },
  waiting_why: { ja: '理由：{{reason}}', en: 'Reason: {{reason}}' },
  waiting_open: { ja: '承認待ちの変更を開く', en: 'Open the changes that wait' },
  waiting_stays: { ja: '変わらない項目', en: 'Stays as it is' },
  waiting_delete: { ja: '削除', en: 'Deletion' },
} as const satisfies Record<string, Text>

export const useWaitingText = textsWith(texts)
