/** Title of /ad/order_status (spec/site "Ad area"). */
export const title = { ja: '申込状況', en: 'Order status' }
