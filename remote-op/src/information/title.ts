/** Title of the administrator's list of announcements; the readers' list is the shell's (/information, spec/site "Base layout"). */
export const title = { ja: 'お知らせ管理', en: 'Announcements' }
