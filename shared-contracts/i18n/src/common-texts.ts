/** Texts used by both the shell and remotes. Both languages must have the same keys; a test compares them. */
const ja = {
  save: '保存する',
  create: '登録する',
  cancel: 'キャンセル',
  close: '閉じる',
  back: '戻る',
  retry: '再試行',
  search: '検索',
  clear: 'クリア',
  select: '選択',
  loading: '読み込み中',
  none: '—',
}

const en: Readonly<Record<keyof typeof ja, string>> = {
  save: 'Save',
  create: 'Create',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  retry: 'Retry',
  search: 'Search',
  clear: 'Clear',
  select: 'Select',
  loading: 'Loading',
  none: '—',
}

export const commonTexts = { ja, en }
