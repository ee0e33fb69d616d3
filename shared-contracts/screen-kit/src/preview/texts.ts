import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of previews, in the chunk that shows them. */
const previewTexts = {
  preview: { ja: 'プレビュー', en: 'Preview' },
  preview_of: { ja: '{{name}}のプレビュー（{{device}}）', en: 'Preview of {{name}} ({{device}})' },
  device: { ja: '表示する端末', en: 'Device' },
  desktop: { ja: 'パソコン', en: 'Computer' },
  phone: { ja: 'スマートフォン', en: 'Phone' },
  real_size: { ja: '実寸 {{width}}×{{height}}px', en: 'Real size, {{width}}×{{height}} px' },
  wider: {
    ja: 'スマートフォンの画面（{{screen}}px）より幅が広いクリエイティブです。',
    en: 'Wider than the screen of a phone ({{screen}} px).',
  },
  scaled: {
    ja: '実寸 {{width}}×{{height}}px（{{percent}}% に縮小して表示）',
    en: 'Real size, {{width}}×{{height}} px (shown at {{percent}}%)',
  },
  to_real_size: { ja: '実寸で見る', en: 'Real size' },
  to_whole: { ja: '全体を見る', en: 'Fit' },
} as const satisfies Record<string, Text>

export const usePreviewText = textsWith(previewTexts)
