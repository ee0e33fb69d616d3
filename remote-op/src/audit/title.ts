/** Title of the page and its menu entry. */
export const auditTitle = { ja: '監査ログ', en: 'Audit log' }
