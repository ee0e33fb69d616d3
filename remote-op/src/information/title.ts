/** Of the list that announcements are written in; the one that everybody reads is the shell's (SPEC section 2, /information). */
export const title = { ja: 'お知らせ管理', en: 'Announcements' }
