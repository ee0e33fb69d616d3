/** Title of the campaign list of those whose campaigns they are. */
export const ownTitle = { ja: 'キャンペーン', en: 'Campaigns' }
