/** Title of the page and its menu entry. */
export const changeRequestTitle = { ja: '承認待ちの変更', en: 'Changes that wait' }
