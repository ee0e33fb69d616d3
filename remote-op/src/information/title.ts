/** Of the list that announcements are written in; the one that everybody reads is the shell's (/information, spec/site "Base layout"). */
export const title = { ja: 'お知らせ管理', en: 'Announcements' }
