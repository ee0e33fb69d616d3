/** Title of the page and its menu entry. */
export const requirementTitle = { ja: '二段階認証の必須設定', en: 'Required two-step sign-in' }
